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

// What a record has at least: from, up to: a number; text, or words to choose from; true: yes or no; 32: that many hex digits, 1: any; [a list];
// {"*": a mapping with any keys}; and ? where it may be nothing.
const numbers = (from = 0, upto = Number.MAX_SAFE_INTEGER) => (value) => Number.isSafeInteger(value) && from <= value && value <= upto;
const among = (...words) => (value) => words.includes(value);
const ANY = numbers(), TEXT = (value) => typeof value === "string", YES_OR_NO = (value) => typeof value === "boolean";
const BEACON = {genesis: ANY, period: numbers(1), "else?": TEXT, "notice?": ANY};
const ACT = {at: TEXT, act: TEXT, step: numbers(-1), "from?": ANY, "to?": ANY, "round?": ANY, "beacon?": BEACON};
const STEP = {
  made: ANY, from: ANY, number: ANY, kind: among("setup", "turn", "edit", "end"), "window?": TEXT, title: TEXT, made_at: TEXT, "reason?": TEXT,
  record: 32, orders: {"*": {hash: 32, "text?": [TEXT]}}, events: [{"told?": [TEXT]}], acts: [ACT], "closes?": TEXT, "told?": {"*": 32},
  draws: [{label: TEXT, kind: among("roll", "shuffle"), sides: numbers(0, 1e6), result: [ANY], sealed: YES_OR_NO}],
  "dice?": {reel: ANY, link: numbers(1), open: 64, orders: 64, "sealed?": 64, "next?": 64, "salt?": 64,
    "beacon?": {closed: ANY, round: ANY, "signature?": 1, "previous?": 1, "randomness?": 64, "missing?": YES_OR_NO}},
};
const REEL = {
  number: ANY, length: numbers(1, 4000), chains: numbers(1, 4000), after: ANY, open_commitment: 64, sealed_commitment: 64,
  "open_secret?": 64, "sealed_secret?": 64,
};
const GAME = {
  format: among("judge-game"), full: YES_OR_NO, game: {words: {"*": TEXT}, seats: [TEXT]}, words: [{seat: TEXT, word: TEXT}], "beacon?": BEACON,
  dice: [REEL], steps: [STEP], acts: [ACT],
  undone: [{reel: ANY, at: TEXT, from: ANY, to: ANY, "reason?": TEXT, steps: [STEP]}],
};
const isMapping = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);
const none = (value) => value === undefined || value === null;
const own = (value, key) => Object.hasOwn(value, key) ? value[key] : undefined;
const same = (one, other) => canonical(one) === canonical(other);

function fits(value, shape) {
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((one) => fits(one, shape[0]));
  if (isMapping(shape)) {
    if (!isMapping(value)) return false;
    if ("*" in shape) return Object.values(value).every((one) => fits(one, shape["*"]));
    return Object.entries(shape).every(([key, one]) => {
      const found = own(value, key.replace("?", ""));
      return (key.endsWith("?") && none(found)) || fits(found, one);
    });
  }
  if (typeof shape === "function") return shape(value);
  const long = typeof value === "string" && (shape > 1 ? value.length === shape : value.length % 2 === 0 && value.length <= 400);
  return long && /^[0-9a-f]*$/.test(value);
}

// Whole numbers, text that can be shown, nothing too deep.
const HIDES = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Cs}/u;
function plain(value, depth = 0) {
  if (Array.isArray(value)) return depth <= 60 && value.every((one) => plain(one, depth + 1));
  if (isMapping(value)) return depth <= 60 && Object.entries(value).flat().every((one) => plain(one, depth + 1));
  if (typeof value === "string") return !HIDES.test(value);
  return value === null || typeof value === "boolean" || Number.isSafeInteger(value);
}

function read(text) {
  const game = JSON.parse(text);
  if (/\d[.eE]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'))) throw new SyntaxError("a number is not whole");
  return game;
}

// The commitment of a reel, and then each of its links, from its secret.
function reelOf(secret, length, chains) {
  let links = [], tip = sha(secret, bytesOf("tip")), run = [];
  for (let chain = chains - 1; chain >= 0; chain--) {
    run = [tip];
    for (let i = 0; i < length; i++) run.push(sha256(run[i]));
    links = [...run.slice(0, length).reverse(), ...links];
    tip = sha(sha(secret, bytesOf("salt"), bytesOf(String(chain - 1))), run[length]);
  }
  return [run[length], ...links].map(hex);
}

// The hash of all that a seat alone was told.
function toldOf(before, seat, step) {
  const events = step.events.filter((event) => !none(own(event, "told")) && event.told.includes(seat));
  return hex(sha(bytesOf(own(before.told || {}, seat) || ""), bytesOf(seat), bytesOf(canonical([step.number, events])))).slice(0, 32);
}

function recordOf(before, step, game) {
  const said = {};
  for (const key of ["made", "number", "kind", "window", "title", "made_at", "reason", "acts"]) said[key] = own(step, key);
  said.orders = Object.fromEntries(Object.entries(step.orders).map(([seat, one]) => [seat, one.hash]));
  said.events = step.events.filter((event) => none(own(event, "told")));
  said.draws = step.draws.filter((one) => !one.sealed);
  said.dice = Object.fromEntries(Object.entries(step.dice || {}).filter(([key]) => key !== "sealed"));
  const reels = game.dice.filter((one) => one.after < step.made)
    .map((one) => [one.open_commitment, one.sealed_commitment, one.length, one.chains]);
  said.promised = [game.words, game.beacon, reels, step.closes];
  return hex(sha(bytesOf(before), bytesOf(canonical(said)))).slice(0, 32);
}

// What each draw of a step is drawn under.
function labels(step) {
  return step.draws.flatMap(({kind, label, sides}) => kind === "roll" ? [label]
    : [`${label}/`, ...Array.from({length: Math.max(0, sides - 1)}, (_, i) => `${label}/${i + 1}`)]);
}

// Why it cannot be read as a game at all.
function broken(game, steps) {
  if (steps.some((step, i) => step.made !== i + 1)) return "steps are missing: those that were made are not all here";
  const reels = game.dice, {length, chains} = reels[0] || {length: 0, chains: 0};
  if (!reels.length || length * chains > 4000 || reels.some((one, i) => one.number !== i || one.length !== length || one.chains !== chains)
    || steps.some(({dice}) => dice && (dice.reel >= reels.length || dice.link > length * chains))) return "a reel is not of a length that there is, or missing";
  const ends = steps.filter((step) => step.kind === "end").map((step) => step.made);
  if (steps.some((step) => (step.kind === "setup") !== (step.from === 0) || ends.includes(step.from))) return "a step is of a kind that cannot be there";
  const odd = (one) => one.kind === "shuffle" ? one.sides !== one.result.length : one.sides < 1;
  if (steps.some((step) => step.draws.some(odd))) return "a draw is neither a roll nor a shuffle";
  if (steps.some((step) => new Set(labels(step)).size < labels(step).length)) return "a label is drawn under twice";
  const given = [...steps.flatMap((step) => Object.keys(step.orders)), ...game.words.map((one) => one.seat)];
  if (given.some((seat) => !game.game.seats.includes(seat))) return "a step has orders, or the game a word, of a seat that is none of its seats";
  if (game.full === reels.some((one) => none(one.open_secret) || none(one.sealed_secret))) return "it says that it is whole and is not, or the other way round";
  const hides = ({dice, orders}) => (dice && none(dice.sealed)) || Object.values(orders).some((one) => none(one.text));
  if (game.full && steps.some(hides)) return "it is whole, but sealed links or orders are missing";
  return "";
}

const short = (...parts) => hex(sha(...parts)).slice(0, 32);
const hashOf = (act) => short(bytesOf(canonical(act)));
const rollbacksOf = (game) => game.acts.filter((act) => act.act === "rollback");
const laterActs = (game, steps) => game.acts.slice(steps.reduce((sum, step) => sum + step.acts.length, 0));

// Where the game stood at each step, and its reels, by the acts that were told.
function checkCourse(game, steps, say) {
  let line = [0], isThere = true;
  const lines = [], due = [0], backs = [], {length, chains} = game.dice[0];
  for (const step of [...steps, {made: steps.length + 1, acts: laterActs(game, steps)}]) {
    for (const act of step.acts) {
      if (act.act !== "rollback" && act.act !== "rollforward") continue;
      const from = own(act, "from"), to = own(act, "to"), known = !none(from) && !none(to);
      let way = known ? line.slice(0, to + 2) : [], isThatWay = known && to < from;
      if (act.act === "rollback") {
        backs.push([due.length, act.at, from, to, own(act, "reason")]);
        due.push(step.made - 1);
      } else { // To the newest step of its number.
        way = lines.filter((one) => known && one.length - 2 === to).pop() || [];
        isThatWay = way.length > line.length && line.every((made, i) => way[i] === made);
      }
      isThere = isThere && isThatWay && from === line.length - 2;
      line = way;
    }
    if (!("from" in step)) break;
    isThere = isThere && step.from === line.at(-1) && step.number === line.length - 1;
    line = [...line, step.made];
    lines.push(line);
    if (step.dice && step.dice.reel === due.length - 1 && step.dice.link === length * chains) due.push(step.made); // The reel is used up.
  }
  const acts = steps.flatMap((step) => step.acts);
  if (!same(acts, game.acts.slice(0, acts.length))) say("the game master's acts are not those that were told");
  if (!same(backs, game.undone.map((one) => ["reel", "at", "from", "to", "reason"].map((key) => own(one, key))))) say("the rollbacks are not those among the game master's acts");
  if (!same(game.dice.map((one) => one.after), due)) say("a reel follows no rollback that was published, or comes at another time");
  if (!isThere || !same(line.slice(1), game.steps.map((step) => step.made))) say("the steps are not where the rollbacks that were told lead");
  const edits = steps.filter((step) => step.kind === "edit").map((step) => step.number);
  if (!same(game.acts.filter((act) => ["edit", "without player"].includes(act.act)).map((act) => act.step), edits)) say("the corrections are not those among the game master's acts");
  if (steps.some((step) => !step.dice !== ["edit", "end"].includes(step.kind))) say("a step that is no correction has no dice, or a correction has");
  const settings = beaconsOf(game, steps).map((one) => canonical(["else", "notice"].map((key) => own(one, key))));
  if (new Set(settings).size > 1) say("a setting of the beacon was changed in the middle of the game");
}

// Of a game that is over.
function checkSecrets(game, steps, say) {
  // After a rollback of a game whose secrets were known to all, reels are made from a secret of their own.
  const links = {}, back = rollbacksOf(game);
  const anew = game.undone.filter((_, i) => back[i] && own(back[i], "anew") === true).map((one) => one.reel);
  for (const reel of game.dice) {
    const base = Math.max(0, ...anew.filter((one) => one <= reel.number));
    for (const kind of ["open", "sealed"]) {
      const secret = reel[`${kind}_secret`];
      if (none(secret)) continue;
      links[`${kind}/${reel.number}`] = reelOf(unhex(secret), reel.length, reel.chains);
      if (links[`${kind}/${reel.number}`][0] !== reel[`${kind}_commitment`]) say(`reel ${reel.number}: the ${kind} secret does not give its commitment`);
      const made = hex(sha(unhex(game.dice[base][`${kind}_secret`] || ""), bytesOf("reel"), bytesOf(String(reel.number))));
      if (reel.number !== base && secret !== made) say(`reel ${reel.number}: the ${kind} secret was not made from the first one`);
    }
  }
  for (const step of steps) {
    const dice = step.dice || {};
    if (none(dice.sealed)) continue;
    if ((links[`sealed/${dice.reel}`] || [])[dice.link] !== dice.sealed) say(`step ${step.number}: its sealed link is not that of the secret`);
    for (const [seat, one] of Object.entries(step.orders)) {
      if (none(one.text)) continue;
      const salt = hex(sha(unhex(dice.sealed), bytesOf("orders"), bytesOf(seat)));
      const set = [salt, seat, ...one.text].join("\n");
      if (hex(sha256(bytesOf(set))).slice(0, 32) !== one.hash) say(`step ${step.number}: the sealed orders of ${seat} are not those whose hash was published`);
    }
    const seats = Object.keys(step.orders).sort(inOrder);
    if (!seats.length || seats.some((seat) => none(step.orders[seat].text))) continue;
    const sets = seats.map((seat) => bytesOf([seat, ...[...step.orders[seat].text].sort(inOrder)].join("\n")));
    if (hex(sha(unhex(dice.sealed), bytesOf("sets"), ...sets)) !== dice.orders) say(`step ${step.number}: its dice were not keyed by the orders on record`);
  }
}

// That of the game, and those that it took instead of it.
function beaconsOf(game, steps) {
  const changes = steps.flatMap((step) => step.acts).filter((act) => act.act === "beacon changed");
  return [game.beacon, ...changes.map((act) => own(act, "beacon"))].filter((one) => !none(one));
}

// Whether the newest round told before the step is its own, and for these orders.
function wasTold(step, beat, beacon, words) {
  let fixed = [];
  for (const act of step.acts) {
    if (act.act === "rollback" || act.act === "rollforward") fixed = [];
    if (act.act === "round fixed") fixed.push(act);
  }
  const orders = step.from ? Object.fromEntries(Object.entries(step.orders).map(([seat, one]) => [seat, one.hash])) : {words: hex(words)};
  const told = fixed.at(-1), about = {window: step.window || "setup", closed: beat.closed, round: beat.round, orders, beacon};
  if (fixed.some((act) => own(act, "window") !== about.window)) return false;
  if (step.from) about.sets = step.dice.orders;
  return Boolean(told) && Object.keys(about).every((key) => !none(own(told, key)) && same(own(told, key), about[key]));
}

function checkBeat(beacon, beat, before, say) {
  if (!beacon !== !beat) say("the beacon is not mixed in as the game says");
  if (!beacon || !beat) return;
  if (beat.missing) { // The game goes on without its beacon where its setting says so.
    if (beacon.else !== "chain" || !none(beat.randomness)) say("it was drawn without the beacon");
  } else if (hex(sha256(unhex(beat.signature || ""))) !== beat.randomness) say("the beacon's randomness is not that of its signature");
  if (Math.floor((beat.closed + (beacon.notice || 0) - beacon.genesis) / beacon.period) + 2 !== beat.round) say(`round ${beat.round} is not the first after the window closed`);
  if (before >= beat.closed) say("its window closed before it opened");
}

// Every hash that somebody was told, and the moment that was told with it.
function momentsOf(game, steps) {
  const found = new Map(steps.flatMap((step) => Object.values(step.told || {})).map((one) => [one, ""]));
  const clock = (seconds) => seconds >= 0 && seconds < 2 ** 37 ? new Date(seconds * 1000).toISOString().replace(".000", "") : "";
  for (const act of game.acts) {
    const beacon = own(act, "beacon"), round = own(act, "round"), isRound = act.act === "round fixed" && !none(beacon) && !none(round);
    found.set(hashOf(act), isRound ? clock(beacon.genesis + (round - 1) * beacon.period) : "");
  }
  for (const step of steps) found.set(step.record, step.closes);
  return found;
}

// What the reader holds: what they were promised, what their mails tell, and what they looked up.
function checkHeld(game, steps, held, say) {
  const first = game.dice[0], words = new Map(game.words.map((one) => [one.seat, one.word]));
  if (words.size !== game.words.length || !same(Object.fromEntries(words), game.game.words)) say("the words are not those that the game was begun with");
  for (const one of (held.commitment || "").split(/\s+/).filter(Boolean)) {
    if (![first.open_commitment, first.sealed_commitment].includes(one.toLowerCase().replace(/^5:/, ""))) say(`${one} is none of the game's first commitments`);
  }
  for (const [seat, word] of held.words || []) if (words.get(seat) !== word) say(`the word ${seat}=${word} was not mixed in`);
  const records = (held.records || []).map((said) => said.split("=")), mine = new Set(records.map(([one]) => one)), known = momentsOf(game, steps);
  let done = 0;
  for (const [i, step] of steps.entries()) {
    done += step.acts.length;
    const later = game.acts.slice(done), upto = i + 1 < steps.length ? steps[i + 1].acts.length : later.length, closed = [];
    // A last report has those of the acts that were done by then.
    for (let end = 0; end <= upto; end++) closed.push(short(bytesOf(step.record), bytesOf(canonical(later.slice(0, end)))));
    for (const one of closed) if (!known.has(one)) known.set(one, "");
    const isBack = later.some((act) => act.act === "rollback");
    if (!game.full && !isBack && closed.some((one) => mine.has(one))) say("the game is over, and its secrets are kept back");
  }
  const places = steps.flatMap((step, place) => step.acts.map(() => place));
  const placeOf = (i) => i < places.length ? places[i] : steps.length - (game.full ? 1 : 0);
  const rounds = game.acts.map((act, i) => [hashOf(act), [canonical(own(act, "window")), placeOf(i)], act.act]).filter(([, , what]) => what === "round fixed");
  const heard = rounds.filter(([one]) => mine.has(one)).flatMap(([, abouts]) => abouts);
  for (const [one, abouts] of rounds) { // Who has the mail of one round of a window, or before a step, was to have those of all.
    if (abouts.some((about) => heard.includes(about)) && !mine.has(one)) say(`another round was told for a window of yours, of which you hold no mail (record ${one})`);
  }
  for (const [one, moment] of records) {
    if (!known.has(one)) say(`no step has the record ${one} that you were told`);
    else if (moment && moment !== known.get(one)) say(`your mail with the record ${one} says ${moment}, the record says otherwise`);
  }
  const figures = (one, keys) => canonical(keys.map((key) => own(one, key)));
  const open = (held.beacons || []).map((one) => figures(one, ["hash", "public_key", "genesis_time", "period"]));
  const named = beaconsOf(game, steps).map((one) => figures(one, ["chain", "public_key", "genesis", "period"]));
  if (open.length && (!named.length || named.some((one) => !open.includes(one)))) say("its beacon is none of those that you looked up");
  for (const [place, said] of held.rounds || []) { // A step may have been made again, with a round of its own.
    const [known, randomness] = said.toLowerCase().split(":");
    const beats = steps.filter((step) => step.number === place && step.dice && step.dice.beacon).map((step) => step.dice.beacon);
    const those = beats.filter((beat) => String(beat.round) === known);
    if (!those.length || those.some((beat) => !beat.missing && beat.randomness !== randomness)) say(`step ${place}: the beacon's public record says otherwise`);
  }
}

// `held`: what the reader holds: commitment, words [[seat, word]], rounds [[step, "round:randomness"]], records ["hash"
// or "hash=moment"], beacons [what each says of itself].
function check(game, held = {}) {
  const refused = [["this is no record of a game that this checker knows"], 0];
  if (!plain(game) || !fits(game, {version: numbers(0, 5)})) return refused;
  if (game.version < 5) return [["this game is of an earlier scheme: only `judge verify` checks it"], 0];
  if (!fits(game, GAME)) return refused;
  const steps = [...game.steps, ...game.undone.flatMap((back) => back.steps)].sort((a, b) => a.made - b.made);
  if (broken(game, steps)) return [[broken(game, steps)], 0];
  const wrong = [], say = (one) => { wrong.push(one); };
  let count = 0;
  checkCourse(game, steps, say);
  checkSecrets(game, steps, say);
  const known = new Map(game.dice.map((reel) => [`${reel.number}/0`, reel.open_commitment]));
  const last = {}, beats = new Map(), paths = {0: new Uint8Array()}, seen = new Map(), hashes = {0: ""};
  const mixed = pairs(Object.fromEntries(game.words.map((one) => [one.seat, one.word])));
  for (const step of steps) {
    const sayHere = (one) => say(`step ${step.number}: ${one}`);
    const orders = pairs(Object.fromEntries(Object.entries(step.orders).map(([seat, one]) => [seat, one.hash])));
    hashes[step.made] = recordOf(hashes[step.from] || "", step, game);
    // A step made again is the one that was made after the same steps with the same orders.
    paths[step.made] = sha(paths[step.from] || new Uint8Array(), step.dice ? orders : bytesOf(String(step.made)));
    const before = step.from > 0 && step.from < step.made ? steps[step.from - 1] : {};
    const others = Object.entries(step.told || {}).filter(([seat, one]) => toldOf(before, seat, step) !== one);
    if (hashes[step.made] !== step.record || others.length) sayHere("it was changed after it was told");
    if (!step.dice) {
      if (step.draws.length) sayHere("it has draws, but no link to draw them from");
      continue;
    }
    const dice = step.dice, link = unhex(dice.open), sets = unhex(dice.orders), here = `${dice.reel}/${dice.link}`;
    if (!Object.keys(step.orders).length && dice.orders !== hex(sha())) sayHere("its dice were not keyed by the orders on record");
    const newest = Math.max(0, ...game.dice.filter((reel) => reel.after < step.made).map((reel) => reel.number));
    const path = hex(paths[step.made]);
    if (!seen.has(path)) seen.set(path, `${newest}/${(last[newest] || 0) + 1}`);
    if (seen.get(path) !== here) sayHere(`it draws from link ${dice.link} of reel ${dice.reel}, whose turn it was not`);
    last[dice.reel] = Math.max(last[dice.reel] || 0, dice.link);
    if (known.get(`${dice.reel}/${dice.link - 1}`) !== hex(sha256(link))) sayHere("its link does not lead back to the commitment");
    known.set(here, dice.open);
    if (!none(dice.next) || !none(dice.salt)) {
      if (hex(sha(unhex(dice.salt || ""), unhex(dice.next || ""))) !== dice.open) sayHere("the tip of its chain does not commit to the next");
      if (dice.link % game.dice[dice.reel].length === 0) known.set(here, dice.next);
    }
    const beat = dice.beacon;
    const beacon = beaconsOf(game, steps.slice(0, step.made)).pop();
    const earlier = before.dice && before.dice.beacon;
    checkBeat(beacon, beat, earlier ? earlier.closed : -1, sayHere);
    // A step made again has the round it had.
    if (beacon && beat && (beats.has(path) ? !same(beats.get(path), beat) : !wasTold(step, beat, beacon, mixed))) {
      sayHere("its round is not the one that was told when its window closed, for these orders");
    }
    if (!beats.has(path)) beats.set(path, beat || {});
    const more = beat && !none(beat.randomness) ? [unhex(beat.randomness)] : [];
    const keys = [sha(link, mixed, sets, ...more), sha(unhex(dice.sealed || ""), mixed, sha(bytesOf("sealed"), sets), ...more)];
    for (const one of step.draws) {
      if (one.sealed && none(dice.sealed)) continue;
      count += 1;
      if (draw(keys[one.sealed ? 1 : 0], one).join() !== one.result.join()) sayHere(one.label);
    }
  }
  checkHeld(game, steps, held, say);
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
      const [wrong, count] = check(read(text), {
        commitment: lines("commitment").join(" "),
        words: form.elements.words.value.split("\n").map((one) => one.trim()).filter(Boolean).map((one) => one.split(/=(.*)/s)),
        rounds: lines("rounds").map((one) => [Number(one.split("=")[0]), one.split("=")[1]]),
        records: lines("records"),
        beacons: form.elements.beacon.value.trim() ? [read(form.elements.beacon.value)] : [],
      });
      answer = [...wrong, `${count} draws checked, ${wrong.length} wrong`];
    } catch (error) {
      answer = [`This is no record of a game: ${error.message}`];
    }
    said.replaceChildren(...answer.map((line) => Object.assign(document.createElement("li"), {textContent: line})));
  });
}
