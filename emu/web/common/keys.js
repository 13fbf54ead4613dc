"use strict";
// Keys, sticks and columns, for every page of ours.

// One column, as look.css has it; a phone in landscape has two, and the buttons beside the picture.
const ONE_COLUMN = "(orientation: portrait), (max-width: 56rem) and (min-height: 30.01rem)";
const NAMED = {
  Enter: "RETURN", Backspace: "DEL", Delete: "DEL", Escape: "STOP", ArrowUp: "UP",
  ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT", " ": "SPACE", Home: "HOME",
  F1: "F1", F2: "F2", F3: "F3", F4: "F4", F5: "F5", F6: "F6", F7: "F7", F8: "F8" };
const TYPED = /^[A-Z0-9+\-*\/=:;@,.^£!"#$%&'()<>?[\]]$/;
const KEYBOARD = ["1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM",
  ["F1", "F3", "F5", "F7", "?", ".", "DEL"]];

const KEY_WORDS = { DEL: "\u232b", SHIFT_LOCK: "SHIFT", CBM: "C=" };

// Rows of buttons for an on-screen keyboard; a button's key is its data-key.
function keyboardRows(rows) {
  return rows.map((row) => {
    const line = document.createElement("div");
    line.append(...[...row].map((key) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.key = key;
      button.textContent = KEY_WORDS[key] || key;
      return button;
    }));
    return line;
  });
}

// Buttons of our game's menu, [key, words, whether it can be pressed] each.
function menuButtons(menu) {
  return menu.map(([key, text, on]) => {
    const button = document.createElement("button"), cap = document.createElement("kbd");
    cap.textContent = key === "RETURN" ? "↵" : key;
    button.type = "button";
    button.dataset.key = key;
    button.disabled = !on;
    button.append(cap, text);
    return button;
  });
}

// What a gamepad holds, as bits: up, down, left, right, fire.
function stickOf(pad) {
  if (!pad) return 0;
  const on = (n) => pad.buttons[n] && pad.buttons[n].pressed, [x = 0, y = 0] = pad.axes;
  let now = 0;
  if (y < -0.5 || on(12)) now |= 1;
  if (y > 0.5 || on(13)) now |= 2;
  if (x < -0.5 || on(14)) now |= 4;
  if (x > 0.5 || on(15)) now |= 8;
  if (on(0) || on(1) || on(2) || on(3)) now |= 16;
  return now;
}
