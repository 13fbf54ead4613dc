"use strict";
// Sound: packets of emu/web/adpcm.py into samples.

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

class PacketSound extends Sound {
  packet(data) {
    if (data.length) this.push(decodeSound(data));
  }
}
