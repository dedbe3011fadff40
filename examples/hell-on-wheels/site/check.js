// Checks every die of a game in the reader's own browser: docs/dice.md says how it works, tools/check_dice.py does the
// same in Python. Nothing leaves the page.
"use strict";

const K = [], START = [];
for (let n = 2; K.length < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (START.length < 8) START.push(((n ** 0.5 % 1) * 2 ** 32) | 0);
  K.push(((n ** (1 / 3) % 1) * 2 ** 32) | 0);
}

function sha256(bytes) {
  const size = (((bytes.length + 8) >> 6) + 1) << 6, padded = new Uint8Array(size), words = new Int32Array(64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer), state = Int32Array.from(START);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, (bytes.length << 3) >>> 0);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < size; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15], b = words[i - 2];
      words[i] = words[i - 16] + words[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] += value; });
  }
  const out = new Uint8Array(32);
  state.forEach((value, i) => new DataView(out.buffer).setInt32(4 * i, value));
  return out;
}

const bytesOf = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (one) => parseInt(one, 16));

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
}

function sha(...parts) {
  return sha256(joined(parts.flatMap((part) => {
    const length = new Uint8Array(8);
    new DataView(length.buffer).setUint32(4, part.length);
    return [length, part];
  })));
}

function hmac(key, message) {
  const pad = (value) => Uint8Array.from({length: 64}, (_, i) => (key[i] || 0) ^ value);
  return sha256(joined([pad(0x5c), sha256(joined([pad(0x36), message]))]));
}

function number(key, label, sides) {
  const most = 2n ** 64n, limit = most - most % BigInt(sides);
  for (let n = 0; ; n++) {
    const value = new DataView(hmac(key, bytesOf(`${label}#${n}`)).buffer).getBigUint64(0);
    if (value < limit) return Number(value % BigInt(sides));
  }
}

function draw(key, one) {
  if (one.kind !== "shuffle") return [number(key, one.label, one.sides) + 1];
  const order = Array.from({length: one.sides}, (_, i) => i);
  for (let i = one.sides - 1; i > 0; i--) {
    const j = number(key, `${one.label}/${i}`, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// As Python sorts: by code points, not by half characters.
const inOrder = (a, b) => { const x = [...a], y = [...b]; for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i].codePointAt(0) - y[i].codePointAt(0); return x.length - y.length; };
const pairs = (values) => sha(...Object.keys(values).sort(inOrder).map((key) => bytesOf(`${key}=${values[key]}`)));

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") {
    return `{${Object.keys(value).sort(inOrder).map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  const text = JSON.stringify(value === undefined ? null : value);
  return text.replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function recordOf(before, step) {
  const said = {};
  for (const key of ["made", "number", "kind", "window", "title", "made_at", "reason"]) said[key] = step[key];
  said.orders = Object.fromEntries(Object.entries(step.orders).map(([seat, one]) => [seat, one.hash]));
  said.events = step.events.filter((event) => event.told === null || event.told === undefined);
  said.draws = step.draws.filter((one) => !one.sealed);
  said.dice = Object.fromEntries(Object.entries(step.dice || {}).filter(([key]) => key !== "sealed"));
  return hex(sha(bytesOf(before), bytesOf(canonical(said)))).slice(0, 32);
}

// `held`: what the reader holds: commitment, words [[seat, word]], rounds [[step, "round:randomness"]], records [hash].
function check(game, held = {}) {
  const wrong = [], reels = Object.fromEntries(game.dice.map((reel) => [reel.number, reel]));
  const steps = [...game.steps, ...game.undone.flatMap((back) => back.steps)].sort((a, b) => a.made - b.made);
  let count = 0;
  if (steps.some((step, i) => step.made !== i + 1)) wrong.push("steps are missing: those that were made are not all here");
  if (held.commitment && held.commitment !== reels[0].open_commitment) {
    wrong.push("the game's first commitment is not the one you were given");
  }
  for (const [seat, word] of held.words || []) {
    if (!game.words.some((one) => one.seat === seat && one.word === word)) wrong.push(`the word ${seat}=${word} was not mixed in`);
  }
  for (const reel of game.dice.slice(1)) {
    const used = steps.some((step) => step.dice && step.made === reel.after && step.dice.reel === reel.number - 1
      && step.dice.link === reel.length * reel.chains);
    if (!used && !game.undone.some((back) => back.reel === reel.number)) {
      wrong.push(`reel ${reel.number} follows no rollback that was published`);
    }
  }
  const known = new Map(game.dice.map((reel) => [`${reel.number}/0`, reel.open_commitment]));
  const last = {}, closed = {}, paths = {0: new Uint8Array()}, seen = new Map(), hashes = {0: ""}, beacon = game.beacon;
  for (const step of steps) {
    const at = `step ${step.number}`;
    const orders = pairs(Object.fromEntries(Object.entries(step.orders).map(([seat, one]) => [seat, one.hash])));
    hashes[step.made] = recordOf(hashes[step.from], step);
    // A step made again is the one that was made after the same steps with the same orders.
    paths[step.made] = sha(paths[step.from], step.dice ? orders : bytesOf(String(step.made)));
    if (hashes[step.made] !== step.record) wrong.push(`${at}: it was changed after it was told`);
    if (!step.dice) {
      if (step.draws.length) wrong.push(`${at}: it has draws, but no link to draw them from`);
      continue;
    }
    const dice = step.dice, link = unhex(dice.open), here = `${dice.reel}/${dice.link}`;
    const newest = Math.max(...game.dice.filter((reel) => reel.after < step.made).map((reel) => reel.number));
    const same = hex(paths[step.made]);
    if (!seen.has(same)) seen.set(same, `${newest}/${(last[newest] || 0) + 1}`);
    if (seen.get(same) !== here) wrong.push(`${at}: it draws from link ${dice.link} of reel ${dice.reel}, whose turn it was not`);
    last[dice.reel] = Math.max(last[dice.reel] || 0, dice.link);
    if (known.get(`${dice.reel}/${dice.link - 1}`) !== hex(sha256(link))) wrong.push(`${at}: its link does not lead back to the commitment`);
    known.set(here, dice.open);
    if (dice.link % reels[dice.reel].length === 0 && dice.next) {
      if (hex(sha(unhex(dice.salt), unhex(dice.next))) !== dice.open) wrong.push(`${at}: the tip of its chain does not commit to the next`);
      known.set(here, dice.next);
    }
    const mixed = pairs(Object.fromEntries(game.words.filter((one) => one.since <= step.made).map((one) => [one.seat, one.word])));
    const beat = dice.beacon;
    if (Boolean(beacon) !== Boolean(beat)) wrong.push(`${at}: the beacon is not mixed in as the game says`);
    // The game goes on without its beacon where its setting says so.
    if (beat && beat.missing && beacon && beacon.else !== "chain") wrong.push(`${at}: it was drawn without the beacon`);
    if (beat && !beat.missing && hex(sha256(unhex(beat.signature))) !== beat.randomness) wrong.push(`${at}: the beacon's randomness is not that of its signature`);
    if (beat && Math.floor((beat.closed - beacon.genesis) / beacon.period) + 2 !== beat.round) {
      wrong.push(`${at}: round ${beat.round} is not the first after the window closed`);
    }
    if (beat && (closed[step.from] || 0) >= beat.closed) wrong.push(`${at}: its window closed before it opened`);
    closed[step.made] = beat ? beat.closed : 0;
    for (const [place, said] of held.rounds || []) {
      if (place === step.number && beat && !beat.missing && said !== `${beat.round}:${beat.randomness}`) wrong.push(`${at}: the beacon's public record says otherwise`);
    }
    const more = beat && !beat.missing ? [unhex(beat.randomness)] : [];
    const keys = [sha(link, mixed, orders, ...more), sha(unhex(dice.sealed || ""), mixed, sha(bytesOf("sealed"), orders), ...more)];
    for (const one of step.draws) {
      if (one.sealed && !dice.sealed) continue;
      count += 1;
      if (draw(keys[one.sealed ? 1 : 0], one).join() !== one.result.join()) wrong.push(`${at}: ${one.label}`);
    }
  }
  for (const one of held.records || []) {
    if (!Object.values(hashes).includes(one)) wrong.push(`no step has the record ${one} that you were told`);
  }
  return [wrong, count];
}

if (typeof document !== "undefined" && document.getElementById("check-form")) {
  const form = document.getElementById("check-form"), said = document.getElementById("check-said");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const lines = (name) => form.elements[name].value.split(/\s+/).filter(Boolean);
    const file = form.elements.file.files[0];
    const text = file ? await file.text() : document.getElementById("check-record").textContent;
    let answer;
    try {
      const [wrong, count] = check(JSON.parse(text), {
        commitment: lines("commitment")[0] || "",
        words: lines("words").map((one) => one.split("=")),
        rounds: lines("rounds").map((one) => [Number(one.split("=")[0]), one.split("=")[1]]),
        records: lines("records"),
      });
      answer = [...wrong, `${count} draws checked, ${wrong.length} wrong`];
    } catch (error) {
      answer = [`This is no record of a game: ${error.message}`];
    }
    said.replaceChildren(...answer.map((line) => Object.assign(document.createElement("li"), {textContent: line})));
  });
}
