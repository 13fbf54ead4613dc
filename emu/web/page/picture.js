"use strict";
// Pictures: what emu/web/picture.py makes, cell by cell, into colours.

class Picture {
  constructor(width, height, palette) {
    this.width = width;
    this.height = height;
    this.columns = width / 8;
    this.rows = height / 8;
    this.inks = new Uint32Array(palette.map((text) => {
      const rgb = parseInt(text.slice(1), 16);
      return (0xff000000 | (rgb & 255) << 16 | (rgb >> 8 & 255) << 8 | rgb >> 16) >>> 0;
    }));
    this.indices = new Uint8Array(width * height);
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.pixels.fill(this.inks[0]);
  }

  clear() {
    this.indices.fill(0);
    this.pixels.fill(this.inks[0]);
  }

  // Apply a change; an Error if the bytes do not fit.
  apply(data) {
    const rowBytes = this.rows + 7 >> 3, columnBytes = this.columns + 7 >> 3, cells = [];
    let at = rowBytes;
    for (let row = 0; row < this.rows; row++) {
      if (!(data[row >> 3] & 0x80 >> (row & 7))) continue;
      for (let column = 0; column < this.columns; column++)
        if (data[at + (column >> 3)] & 0x80 >> (column & 7)) cells.push(row * this.columns + column);
      at += columnBytes;
    }
    const kinds = cells.map((_, i) => data[at + (i >> 2)] >> 6 - 2 * (i & 3) & 3);
    let colours = at + (cells.length + 3 >> 2);
    let dots = colours, nibbles = colours;
    for (const kind of kinds) {
      if (kind < 2) { dots++; nibbles++; }
      if (kind === 1) nibbles += 8;
    }
    const end = nibbles + 32 * kinds.filter((kind) => kind === 2).length;
    if (end !== data.length) throw new Error("the picture's change has the wrong length");
    cells.forEach((cell, i) => {
      const place = (cell / this.columns | 0) * 8 * this.width + cell % this.columns * 8;
      if (kinds[i] === 2) {
        for (let n = 0; n < 64; n++) {
          const two = data[nibbles + (n >> 1)];
          this.put(place + (n >> 3) * this.width + (n & 7), n & 1 ? two & 15 : two >> 4);
        }
        nibbles += 32;
        return;
      }
      const both = data[colours++], ink = both & 15, paper = kinds[i] ? both >> 4 : ink;
      for (let line = 0; line < 8; line++) {
        const row = kinds[i] ? data[dots++] : 0, from = place + line * this.width;
        for (let x = 0; x < 8; x++) this.put(from + x, row & 0x80 >> x ? ink : paper);
      }
    });
  }

  put(at, index) {
    this.indices[at] = index;
    this.pixels[at] = this.inks[index];
  }
}

async function inflate(data) {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
