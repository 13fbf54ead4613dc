"use strict";
// Sound: packets of emu/web/adpcm.py into samples.  The same file serves as the audio worklet's.

const STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66,
  73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449,
  494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272,
  2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493,
  10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767];
const INDEX_STEP = [-1, -1, -1, 0, 3, 6, 10, 16];

function decodeSound(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let value = view.getInt16(0, true), index = data[2];
  const samples = new Float32Array(view.getUint16(3, true));
  for (let i = 0; i < samples.length; i++) {
    const code = data[5 + (i >> 1)] >> 4 * (i & 1) & 15, size = code & 7;
    const gain = STEPS[index] * (2 * size + 1) >> 3;
    value = Math.max(-32768, Math.min(32767, code & 8 ? value - gain : value + gain));
    index = Math.max(0, Math.min(STEPS.length - 1, index + INDEX_STEP[size]));
    samples[i] = value / 32768;
  }
  return samples;
}

// A queue with a lead: it begins when enough waits, and bends its speed by a little so that the
// lead stays, as the clocks of two computers never agree.
class Queue {
  constructor(from, to) {
    this.ratio = from / to;
    this.lead = from * 0.09;
    this.most = from * 0.35;
    this.data = new Float32Array(1 << 15);
    this.mask = this.data.length - 1;
    this.from = 0;
    this.to = 0;
    this.part = 0;
    this.playing = false;
    this.last = 0;
  }

  push(samples) {
    for (const sample of samples) this.data[this.to++ & this.mask] = sample;
    if (this.to - this.from > this.most) this.from = this.to - (this.lead | 0);
  }

  fill(out) {
    for (let i = 0; i < out.length; i++) {
      const waits = this.to - this.from;
      if (waits < 2) this.playing = false;
      else if (waits > this.lead) this.playing = true;
      if (!this.playing) {
        this.last *= 0.995;
        out[i] = this.last;
        continue;
      }
      const a = this.data[this.from & this.mask], b = this.data[this.from + 1 & this.mask];
      this.last = out[i] = a + (b - a) * this.part;
      this.part += this.ratio * (waits > this.lead * 1.6 ? 1.006 : waits < this.lead * 0.5 ? 0.994 : 1);
      const whole = this.part | 0;
      this.from += whole;
      this.part -= whole;
    }
  }
}

if (typeof registerProcessor === "function") {
  registerProcessor("go64", class extends AudioWorkletProcessor {
    constructor(options) {
      super();
      this.queue = new Queue(options.processorOptions.rate, sampleRate);
      this.port.onmessage = (event) => this.queue.push(event.data);
    }

    process(_, outputs) {
      this.queue.fill(outputs[0][0]);
      return true;
    }
  });
}

// The page's side.  start() must come from something the user does.
class Sound {
  constructor(rate) {
    this.rate = rate;
    this.on = true;
    this.samples = 0;
    this.ready = null;
  }

  async start() {
    if (this.context) {
      if (this.context.state === "suspended") await this.context.resume();
      return;
    }
    const context = this.context = new AudioContext();
    await context.resume();
    if (context.audioWorklet) {
      await context.audioWorklet.addModule("sound.js");
      const node = new AudioWorkletNode(context, "go64", {
        numberOfInputs: 0, outputChannelCount: [1], processorOptions: { rate: this.rate } });
      node.connect(context.destination);
      this.ready = (samples) => node.port.postMessage(samples, [samples.buffer]);
    } else {  // without https there is no worklet
      const queue = new Queue(this.rate, context.sampleRate);
      this.node = context.createScriptProcessor(1024, 0, 1);
      this.node.onaudioprocess = (event) => queue.fill(event.outputBuffer.getChannelData(0));
      this.node.connect(context.destination);
      this.ready = (samples) => queue.push(samples);
    }
  }

  packet(data) {
    if (!data.length) return;
    const samples = decodeSound(data);
    this.samples += samples.length;
    if (this.ready && this.on) this.ready(samples);
  }
}
