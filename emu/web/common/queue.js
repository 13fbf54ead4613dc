"use strict";
// Sound that comes in pieces, played without gaps.  The same file is the audio worklet's.

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
    this.starved = 0;   // samples that were wanted and not there, once it played
    this.begun = false;
    this.meant = false; // to be silent
  }

  // Let what waits run out: no more is meant to come.
  stop() {
    this.meant = true;
  }

  push(samples) {
    if (this.meant) this.begun = this.meant = false;
    for (const sample of samples) this.data[this.to++ & this.mask] = sample;
    if (this.to - this.from > this.most) this.from = this.to - (this.lead | 0);
  }

  fill(out) {
    for (let i = 0; i < out.length; i++) {
      const waits = this.to - this.from;
      if (waits < 2) this.playing = false;
      else if (waits > this.lead) this.playing = true;
      if (!this.playing) {
        if (this.begun && !this.meant) this.starved++;
        this.last *= 0.995;
        out[i] = this.last;
        continue;
      }
      this.begun = true;
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
      this.told = 0;
      const hear = ({ data }) => {
        if (data instanceof Float32Array) this.queue.push(data);
        else if (data) data.onmessage = hear;
        else this.queue.stop();
      };
      this.port.onmessage = hear;
    }

    process(_, outputs) {
      this.queue.fill(outputs[0][0]);
      if (this.queue.starved !== this.told) this.port.postMessage(this.told = this.queue.starved);
      return true;
    }
  });
}

// The page's side.  start() must come from something the user does.
// rate: of the samples; worklet: address of this file; starved: samples that did not come in time.
class Sound {
  constructor(rate, worklet = "queue.js") {
    this.rate = rate;
    this.worklet = worklet;
    this.starved = 0;
    this.on = true;
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
      await context.audioWorklet.addModule(this.worklet);
      const node = this.node = new AudioWorkletNode(context, "go64", {
        numberOfInputs: 0, outputChannelCount: [1], processorOptions: { rate: this.rate } });
      node.connect(context.destination);
      node.port.onmessage = (event) => { this.starved = event.data; };
      this.ready = (samples) => node.port.postMessage(samples, samples ? [samples.buffer] : []);
    } else {  // without https there is no worklet
      const queue = new Queue(this.rate, context.sampleRate);
      this.node = context.createScriptProcessor(1024, 0, 1);
      this.node.onaudioprocess = (event) => queue.fill(event.outputBuffer.getChannelData(0));
      this.node.connect(context.destination);
      this.ready = (samples) => samples ? queue.push(samples) : queue.stop();
    }
  }

  // Play samples, -1 to 1; they are given away.
  push(samples) {
    if (this.ready && this.on) this.ready(samples);
  }

  // A new way to the worklet for another thread: a port that takes what push() takes, and null for
  // pause().  The page may be busy for longer than the worklet's lead.  null: there is no worklet.
  port() {
    if (!this.node || !this.node.port) return null;
    const { port1, port2 } = new MessageChannel();
    this.node.port.postMessage(port1, [port1]);
    return port2;
  }

  // What waits runs out, and no more comes: the machine stands still or runs in warp.
  pause() {
    if (this.ready) this.ready(null);
  }
}
