// Whether a line is one of the game's: names become signs, the tables of the game's own grammar read what is left. What
// is not read here may still be understood by the judge, which knows slips and sentences; nothing is taken out.
"use strict";
(function () {
  const grammars = globalThis.judgeSyntax || [], facts = JSON.parse(document.getElementById("compose-facts").textContent);
  const speech = facts.speech;
  if (!grammars.length || !speech || !speech.signs) return;
  const END = 0, HINTS = 6;
  grammars.forEach(function (one) {
    one.words.forEach(function (word) { word[1] = new RegExp(word[1], "iy"); });
    one.states = one.states.map(function (row) {
      const cells = new Map();
      for (let place = 0; place < row.length; place += 2) cells.set(row[place], row[place + 1]);
      return cells;
    });
  });
  function table(signs) {
    const found = new Map();
    Object.keys(signs || {}).forEach(function (sign) {
      signs[sign].forEach(function (name) { if (!found.has(name)) found.set(name, sign); });
    });
    return found;
  }
  const names = table(speech.signs), heads = table(speech.heads);
  const longest = Array.from(names.keys()).reduce(function (most, one) { return Math.max(most, one.split(" ").length); }, 1);
  function folded(said) {
    return said.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/['’]/g, "").replace(/[^a-z0-9]+/g, " ").trim();
  }

  // A line as signs and words, each with where it began.
  function marked(line) {
    const pieces = [], found = [];
    const token = speech.inches ? /\(?\d+(?:\.\d+)?\s*[,/]\s*\d+(?:\.\d+)?\)?|\d+(?:\.\d+)?(?!\w)|[\p{L}\p{N}][\p{L}\p{N}'’]*|\S/gu : /[\p{L}\p{N}][\p{L}\p{N}'’]*|\S/gu;
    for (let one = token.exec(line); one; one = token.exec(line)) found.push({ text: one[0], start: one.index, end: token.lastIndex });
    for (let place = 0; place < found.length; place += 1) {
      const one = found[place], low = one.text.toLowerCase();
      if (!place && heads.has(low)) { pieces.push({ said: heads.get(low), start: one.start }); continue; }
      if (speech.inches && /^\(?\d/.test(low)) { pieces.push({ said: /[,/]/.test(low) ? "@" : /[a-z]/.test(low) ? low : "~", start: one.start }); continue; }
      let taken = 0, sign = "";
      for (let count = Math.min(longest, found.length - place); count && !taken; count -= 1) {
        const last = found[place + count - 1], said = folded(line.slice(one.start, last.end));
        const whole = count === 1 || found.slice(place, place + count).every(function (each) { return /[\p{L}\p{N}.&]/u.test(each.text); });
        if (whole && said && names.has(said)) { taken = count; sign = names.get(said); }
        if (whole && !taken && count === 1 && names.has(said.replace(/s$/, ""))) { taken = 1; sign = names.get(said.replace(/s$/, "")); }
      }
      if (taken) {
        pieces.push({ said: sign, start: one.start });
        place += taken - 1;
        // A coast belongs to its name.
        if (found[place + 1] && found[place + 1].text === "/" && /^[nsew]c$/i.test((found[place + 2] || {}).text || "")) place += 2;
      }
      else pieces.push({ said: low.replace(/’/g, "'"), start: one.start });
    }
    return pieces;
  }

  function feed(grammar, stack, symbol, ends) {
    for (;;) {
      if (symbol === END && stack[stack.length - 1] === ends) return true;
      const act = grammar.states[stack[stack.length - 1]].get(symbol);
      if (act === undefined) return false;
      if (act >= 0) { stack.push(act); if (symbol !== END) return true; continue; }
      const rule = grammar.rules[-1 - act];
      stack.length -= rule[1];
      stack.push(grammar.states[stack[stack.length - 1]].get(rule[0]));
    }
  }
  // Where a shape stops being one of this grammar; -1: it is one.
  function read(grammar, start, shape) {
    const ends = grammar.starts[start][1];
    const stack = [grammar.starts[start][0]];
    let place = 0;
    while (place < shape.length) {
      const row = grammar.states[stack[stack.length - 1]];
      const word = grammar.words.find(function (one) {
        if (!one[2] && !row.has(one[0])) return false;
        one[1].lastIndex = place;
        const found = one[1].exec(shape);
        return Boolean(found && found[0]);
      });
      if (!word) return { place: place, stack: stack };
      const next = word[1].lastIndex;
      if (!word[2] && !feed(grammar, stack, word[0], ends)) return { place: place, stack: stack };
      place = next;
    }
    const before = stack.slice();
    return feed(grammar, stack, END, ends) ? null : { place: place, stack: before };
  }
  function mayCome(grammar, start, stack) {
    const row = grammar.states[stack[stack.length - 1]], ends = grammar.starts[start][1];
    return grammar.words.filter(function (one) {
      return !one[2] && row.has(one[0]) && feed(grammar, stack.slice(), one[0], ends);
    }).map(function (one) { return grammar.names[one[0]].replace(/^_+|_+$/g, "").replace(/_/g, " ").toLowerCase(); });
  }
  function judged(line) {
    const pieces = marked(line), shape = pieces.map(function (one) { return one.said; }).join(" ");
    let farthest = null;
    if (read(grammars[1], "start", line) === null) return null;
    for (const start of Object.keys(grammars[0].starts)) {
      const wrong = read(grammars[0], start, shape);
      if (wrong === null) return null;
      if (!farthest || wrong.place > farthest.place) farthest = Object.assign(wrong, { start: start });
    }
    let place = 0;
    // Where nothing was read, words of every form might come: the judge's answer has an example instead.
    const some = farthest.place > 0 ? mayCome(grammars[0], farthest.start, farthest.stack) : [];
    const at = pieces.find(function (one) { place += one.said.length + 1; return farthest.place < place; });
    return { at: at ? line.slice(at.start).split(/\s+/).slice(0, 3).join(" ") : "",
      may: Array.from(new Set(some)).slice(0, HINTS) };
  }
  // A line may say several things, and hang on a condition: each part is looked at by itself.
  function parts(line) {
    const block = line.match(/^if\s.*?\sthen\s(.*)$/i);
    if (block) return block[1].split(/\s+else\s+/i);
    const cut = line.split(/\s+(?:if|unless)\s/i);
    return cut.length > 1 ? [cut[0].replace(/[,;]\s*$/, "")] : [line];
  }
  globalThis.judgeCheck = function (text) {
    const line = text.replace(/(^|\s)(\/\/|#(?!\d)|;;).*$/, "").replace(/^\s*;.*$/, "").trim();
    if (!line || /^(else|end ?if|if\s[^:]*:?)$/i.test(line) && !/\sthen\s/i.test(line)) return null;
    const whole = judged(line);
    if (whole === null) return null;
    let worst = null;
    parts(line).forEach(function (part) {
      if (worst || !part.trim()) return;
      const wrong = judged(part.trim());
      if (wrong === null) return;
      const some = part.split(/\s*[;,]\s*|\s+and\s+/i).filter(Boolean);
      if (some.length > 1 && some.every(function (one) { return judged(one.trim()) === null; })) return;
      worst = part === line ? whole : wrong;
    });
    return worst;
  };
})();
