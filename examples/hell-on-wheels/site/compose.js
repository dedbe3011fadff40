// The order composer. What is ordered is what stands in the text: a choice writes its line there, replaces its own
// line when it changes, and touches no other. Each choice is a complete order made by the judge.
"use strict";
globalThis.judgeComposer = (function () {
  const facts = JSON.parse(document.getElementById("compose-facts").textContent);
  const by = function (id) { return document.getElementById("compose-" + id); };
  const text = by("text"), lists = by("lists"), seatBox = by("seat"), hint = by("hint"), options = by("options");
  const words = {};
  by("words").querySelectorAll("dt").forEach(function (one) { words[one.textContent] = one.nextElementSibling.textContent; });
  const names = (facts.sheet && facts.sheet.names) || {};
  const owned = {};        // subject id -> the line that the page wrote for it
  const plain = {};        // the same, before a condition and a window were put around it
  const parts = {};        // subject id -> its choice, road or points: what is drawn
  const whens = {};        // subject id -> the window that its card is played in
  const listeners = [];
  let rows = {};           // subject id -> what its row on the page is brought up to date by

  function say(code, values) {
    return (words[code] || code).replace(/\{(\w+)\}/g, function (all, name) {
      return values && values[name] !== undefined ? String(values[name]) : all;
    });
  }
  function named(space) { return names[space] || space; }
  function make(tag, told, more) {
    const one = Object.assign(document.createElement(tag), told || {});
    (more || []).forEach(function (child) { one.append(child); });
    return one;
  }
  function button(label, act) {
    const one = make("button", { type: "button", textContent: label });
    one.addEventListener("click", act);
    return one;
  }

  // What is there to order

  function seat() { return facts.seats.find(function (one) { return one.id === seatBox.value; }) || facts.seats[0]; }
  function subjects() { return seat() ? seat().subjects : []; }
  function labelOf(subject) {
    const values = {};
    (subject.of || []).forEach(function (one, place) { values[place] = named(one); });
    return say("subject-" + subject.said, values);
  }
  function sayChoice(choice) {
    const values = Object.assign({}, choice.facts), used = words["verb-" + choice.verb] || "";
    (choice.steps || []).forEach(function (one, place) { values[place] = named(one); });
    const more = Object.keys(choice.facts || {}).filter(function (name) {
      return used.indexOf("{" + name + "}") < 0;
    }).map(function (name) {
      const code = "fact-" + name;
      return say(words[code] ? code : code + "-" + choice.facts[name], choice.facts);
    });
    return say("verb-" + choice.verb, values) + (more.length ? " (" + more.join(", ") + ")" : "");
  }

  // The lines

  function lines() { return text.value.split("\n"); }
  function wrapped(subject, order) {
    const when = whens[subject.id];
    return when ? when + ": " + order : order;
  }
  function write(subject, order, part) {
    const old = owned[subject.id], now = lines();
    const at = old === undefined ? -1 : now.findIndex(function (one) { return one.trim() === old; });
    const line = order ? wrapped(subject, order) : "";
    if (at >= 0 && line) now[at] = line;
    else if (at >= 0) now.splice(at, 1);
    else if (line) {
      while (now.length && !now[now.length - 1].trim()) now.pop();
      now.push(line);
    }
    text.value = now.join("\n");
    if (line) { owned[subject.id] = line; plain[subject.id] = order; parts[subject.id] = part; }
    else { delete owned[subject.id]; delete plain[subject.id]; delete parts[subject.id]; }
    refresh();
  }
  function pattern(order) {
    return new RegExp("^" + order.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{n\}/g, "(\\d+(?:/\\d+)*)")
      .replace(/\{way\}/g, "([\\w-]+)").replace(/\{[xy]\}/g, "([\\d.]+)").replace(/\{list\}/g, "(.+)") + "$", "i");
  }
  // What a line says for a subject, if the page could have written it.
  function meant(subject, line) {
    const choice = (subject.choices || []).find(function (one) { return one.text === line; });
    if (choice) return { choice: choice };
    const amount = subject.amount, found = amount && (line.match(pattern(amount.text)) || (amount.extra && line.match(pattern(amount.extra))));
    if (found) return { sums: found[1].split("/").map(Number), extra: !line.match(pattern(amount.text)) };
    if (amount && line === amount.none) return { sums: [0] };
    const route = subject.route && line.match(pattern(subject.route.text));
    if (route && route[1].indexOf(subject.route.start + "-") === 0) return { way: route[1].split("-") };
    const spot = subject.spot && line.match(pattern(subject.spot.text));
    if (spot) return { points: [[Number(spot[1]), Number(spot[2])]] };
    const several = subject.several;
    if (several && (line === several.none || line === several.every)) return { list: line };
    const some = several && line.match(pattern(several.text));
    return some ? { list: some[1] } : null;
  }
  // Lines that nobody owns yet and the page could have written become their subject's own.
  function recognise() {
    const there = lines().map(function (one) { return one.trim(); }).filter(Boolean);
    subjects().forEach(function (subject) {
      if (owned[subject.id] !== undefined && there.indexOf(owned[subject.id]) < 0) {
        delete owned[subject.id]; delete plain[subject.id]; delete parts[subject.id];
      }
    });
    const taken = {};
    subjects().forEach(function (one) { const line = owned[one.id]; if (line) taken[line] = (taken[line] || 0) + 1; });
    there.forEach(function (line) {
      if (taken[line]) { taken[line] -= 1; return; }
      subjects().some(function (subject) {
        if (owned[subject.id] !== undefined) return false;
        let order = line;
        const when = (subject.when || []).find(function (one) { return line.indexOf(one + ": ") === 0; });
        if (when) order = line.slice(when.length + 2);
        const part = meant(subject, order);
        if (!part) return false;
        if (when) whens[subject.id] = when;
        owned[subject.id] = line; plain[subject.id] = order; parts[subject.id] = part;
        return true;
      });
    });
  }
  function typed() {
    const left = {};
    subjects().forEach(function (one) { const line = owned[one.id]; if (line) left[line] = (left[line] || 0) + 1; });
    return lines().map(function (one) { return one.trim(); }).filter(function (line) {
      if (left[line]) { left[line] -= 1; return false; }
      return Boolean(line);
    });
  }

  // What is said back: two lines for one piece, what the grammar does not read, the cash.

  function spentOn(subject) {
    const part = parts[subject.id], amount = subject.amount;
    if (!part) return 0;
    if (part.choice) return part.choice.cost || 0;
    if (part.sums && amount.prices) return amount.prices[part.sums[0]] || 0;
    if (part.sums) return Math.max.apply(null, part.sums);
    if (part.list && subject.several.cost) {
      const all = part.list === subject.several.every ? Number(subject.of[0]) : part.list === subject.several.none ? 0 : part.list.split(",").length;
      return all * subject.several.cost;
    }
    return 0;
  }
  function tellPurse() {
    const purse = seat() && seat().purse, box = by("purse");
    box.hidden = purse === undefined || !subjects().some(function (one) {
      return one.amount || one.several || (one.choices || []).some(function (choice) { return choice.cost; });
    });
    if (box.hidden) return;
    const spent = subjects().reduce(function (sum, one) { return sum + spentOn(one); }, 0);
    box.textContent = say(spent > purse ? "purse-over" : "purse", { purse: purse, spent: spent, left: purse - spent, over: spent - purse });
    box.classList.toggle("warning", spent > purse);
  }
  function begins(line, head) {
    const a = line.toLowerCase(), b = head.toLowerCase();
    return a.indexOf(b) === 0 && (a.length === b.length || !/\w/.test(a[b.length]) || !/\w/.test(b[b.length - 1]));
  }
  function tellTwice(said) {
    const own = typed();
    subjects().forEach(function (subject) {
      const line = owned[subject.id];
      if (!line) return;
      own.filter(function (one) { return (subject.heads || []).some(function (head) { return begins(one, head); }); })
        .forEach(function (other) {
          const take = button(say("take-out", { text: other }), function () {
            const now = lines(), at = now.findIndex(function (one) { return one.trim() === other; });
            if (at >= 0) now.splice(at, 1);
            text.value = now.join("\n");
            refresh();
          });
          said.push(make("li", { className: "warning" }, [say("twice", { text: other, other: line }) + " ", take]));
        });
    });
  }
  // Support and convoys of one's own piece that is not ordered to do what they help with.
  function tellDead(said) {
    const own = typed();
    subjects().forEach(function (subject) {
      const part = parts[subject.id], choice = part && part.choice;
      if (!choice || !/^(support|support-hold|convoy)$/.test(choice.verb)) return;
      const helped = subjects().find(function (one) { return one.space === choice.steps[0]; });
      if (!helped || own.some(function (line) { return (helped.heads || []).some(function (head) { return begins(line, head); }); })) return;
      const now = parts[helped.id], goal = choice.verb === "support-hold" ? undefined : choice.steps[1];
      if (owned[helped.id] !== undefined && (!now.choice || owned[helped.id] !== plain[helped.id])) return;
      const goes = now && /^(move|drive|by-convoy)$/.test(now.choice.verb) ? now.choice.steps[0] : undefined;
      if (goes === goal) return;
      const code = owned[helped.id] === undefined ? "dead-unordered" : "dead";
      said.push(make("li", { className: "warning", textContent: say(code, { text: owned[subject.id], label: labelOf(helped), other: owned[helped.id] }) }));
    });
  }
  function tell() {
    const said = [];
    tellTwice(said);
    tellDead(said);
    const rest = subjects().find(function (one) { return one.said === "others" && owned[one.id]; });
    if (rest && !unordered()) said.push(make("li", { className: "warning", textContent: say("needless", { text: owned[rest.id] }) }));
    if (globalThis.judgeCheck) lines().forEach(function (line, place) {
      const wrong = globalThis.judgeCheck(line);
      if (!wrong) return;
      const where = { line: place + 1, at: wrong.at, text: line.trim() };
      let told = say(wrong.at ? "check-unknown" : "check-ended", where);
      if (wrong.may.length) told += " " + say("check-may", { words: wrong.may.join(", ") });
      said.push(make("li", { className: "unread", textContent: told }));
    });
    by("said").replaceChildren.apply(by("said"), said);
  }
  function address() {
    const link = by("mail");
    if (!link || !seat()) return;
    const body = (facts.one ? "" : "SEAT " + seat().id + "\n") + text.value + "\nEND\n";
    link.href = "mailto:" + encodeURIComponent(facts.address).replace(/%40/g, "@") + "?subject=" +
      encodeURIComponent(facts.subject) + "&body=" + encodeURIComponent(body.replace(/\n/g, "\r\n"));
  }
  function refresh() {
    recognise();
    Object.keys(rows).forEach(function (id) { rows[id](); });
    tellPurse();
    tell();
    address();
    listeners.forEach(function (one) { one(); });
  }

  // The rows

  // Whether a word about all others would mean anybody.
  function unordered() { return subjects().some(function (one) { return one.route && owned[one.id] === undefined; }); }
  function boxFor(subject, row) {
    const box = make("select", { id: "compose-" + subject.id });
    box.append(new Option(say("no-order"), ""));
    subject.choices.forEach(function (choice, place) { box.append(new Option(sayChoice(choice), String(place))); });
    const other = new Option("", "other");
    other.hidden = true;
    box.append(other);
    box.addEventListener("change", function () {
      if (box.value === "") write(subject, "");
      else if (box.value !== "other") write(subject, subject.choices[box.value].text, { choice: subject.choices[box.value] });
    });
    row.push(function () {
      const part = parts[subject.id];
      const at = part && part.choice ? subject.choices.indexOf(part.choice) : -1;
      const same = at >= 0 && (plain[subject.id] === part.choice.text);
      other.textContent = owned[subject.id] || "";
      box.value = same ? String(at) : owned[subject.id] ? "other" : "";
      if (subject.said === "others") box.disabled = !owned[subject.id] && !unordered();
    });
    return box;
  }
  function amountFor(subject, row) {
    const amount = subject.amount, fields = [];
    const group = make("span", { className: "sums" });
    for (let rung = 0; rung < (amount.rungs || 1); rung += 1) {
      const field = make("input", { type: "number", min: "0", max: String(amount.most), inputMode: "numeric", id: "compose-" + subject.id + (rung ? "-" + rung : "") });
      if (rung) field.setAttribute("aria-label", labelOf(subject) + ", " + say("rung", { number: rung + 1 }));
      field.addEventListener("input", take);
      fields.push(field);
    }
    const less = button("−", function () { step(-1); }), more = button("+", function () { step(1); });
    less.setAttribute("aria-label", labelOf(subject) + " − 1");
    more.setAttribute("aria-label", labelOf(subject) + " + 1");
    group.append(less, fields[0], more);
    fields.slice(1).forEach(function (one, place) {
      group.append(make("label", { className: "rung" }, [say("rung", { number: place + 2 }) + " ", one]));
    });
    let laid = null;
    if (amount.extra) {
      laid = make("input", { type: "checkbox", id: "compose-" + subject.id + "-extra" });
      laid.addEventListener("change", take);
      group.append(make("label", { className: "check" }, [laid, " " + say("with-extra")]));
    }
    function step(by_) {
      fields[0].value = String(Math.max(0, Math.min(amount.most, Number(fields[0].value || 0) + by_)));
      take();
    }
    function take() {
      const sums = fields.map(function (one) { return one.value; }).filter(function (one) { return one !== ""; });
      if (!sums.length) { write(subject, ""); return; }
      const zero = sums.length === 1 && Number(sums[0]) === 0 && amount.none;
      const order = zero || (laid && laid.checked ? amount.extra : amount.text).replace("{n}", sums.map(Number).join("/"));
      write(subject, order, { sums: sums.map(Number), extra: Boolean(laid && laid.checked) });
    }
    row.push(function () {
      const part = parts[subject.id];
      fields.forEach(function (field, place) {
        const now = part && part.sums && part.sums[place] !== undefined ? String(part.sums[place]) : "";
        if (Number(field.value || -1) !== Number(now || -1) && document.activeElement !== field) field.value = now;
      });
      if (laid && part) laid.checked = Boolean(part.extra);
    });
    return group;
  }
  function severalFor(subject, row) {
    const several = subject.several, group = make("span", { className: "several" }), pressed = [];
    const some = several.items.map(function (item, place) {
      const one = button(item[1], function () {
        const at = pressed.indexOf(place);
        if (at >= 0) pressed.splice(at, 1); else pressed.push(place);
        const said = pressed.map(function (each) { return several.items[each][0]; }).join(", ");
        write(subject, said ? several.text.replace("{list}", said) : "", { list: said });
      });
      group.append(one);
      return one;
    });
    ["none", "every"].forEach(function (code) {
      if (!several[code]) return;
      const one = button(say(code === "none" ? "none-of-it" : "every-one"), function () {
        pressed.length = 0;
        write(subject, several[code], { list: several[code] });
      });
      row.push(function () { one.setAttribute("aria-pressed", String(plain[subject.id] === several[code])); });
      group.append(one);
    });
    row.push(function () {
      const part = parts[subject.id], said = part && part.list ? part.list.split(", ") : [];
      pressed.length = 0;
      said.forEach(function (name) {
        const at = several.items.findIndex(function (item, place) { return item[0] === name && pressed.indexOf(place) < 0; });
        if (at >= 0) pressed.push(at);
      });
      some.forEach(function (one, place) {
        const at = pressed.indexOf(place);
        one.setAttribute("aria-pressed", String(at >= 0));
        one.textContent = (at >= 0 ? at + 1 + ". " : "") + several.items[place][1];
      });
    });
    return group;
  }
  function freeFor(subject) {
    const free = make("input", { id: "compose-" + subject.id + "-free", placeholder: subject.free.replace("___", "…") });
    if (subject.choices || subject.amount) free.setAttribute("aria-label", say("in-own-words", { label: labelOf(subject) }));
    free.addEventListener("input", function () {
      const said = free.value.trim();
      write(subject, said ? subject.free.replace("___", said) : "", {});
    });
    return free;
  }
  function whenFor(subject) {
    const box = make("select", { id: "compose-" + subject.id + "-when" });
    box.setAttribute("aria-label", labelOf(subject) + ", " + say("when"));
    box.append(new Option(say("when-any"), ""));
    subject.when.forEach(function (one) { box.append(new Option(one, one)); });
    box.addEventListener("change", function () {
      whens[subject.id] = box.value;
      if (plain[subject.id]) write(subject, plain[subject.id], parts[subject.id]);
    });
    rows[subject.id + "/when"] = function () { box.value = whens[subject.id] || ""; };
    return box;
  }
  function rowFor(subject) {
    const now = [], row = make("div", { className: "subject" });
    row.dataset.subject = subject.id;
    const label = make("label", { textContent: labelOf(subject) });
    row.append(label);
    let first = null;
    if (subject.choices) { first = boxFor(subject, now); row.append(first); }
    if (subject.amount) { const group = amountFor(subject, now); first = group.querySelector("input"); row.append(group); }
    if (subject.several) { row.setAttribute("role", "group"); row.setAttribute("aria-label", labelOf(subject)); row.append(severalFor(subject, now)); }
    if (subject.free) { const free = freeFor(subject); first = first || free; row.append(free); }
    if (subject.when) row.append(whenFor(subject));
    if (first) label.htmlFor = first.id;
    const told = make("span", { className: "told" });
    const more = make("span", { className: "more" });
    const back = button(say("take-back"), function () { write(subject, ""); });
    const only = button(say("only-if"), function () { ask(subject); });
    const pick = button(say("on-map"), function () { if (api.pick) api.pick(subject); });
    pick.className = "pick";
    pick.setAttribute("aria-label", labelOf(subject) + ", " + say("on-map"));
    if (by("map") && (subject.space || subject.spot || subject.route || (subject.choices || []).some(function (one) { return one.steps; }))) more.append(pick);
    more.append(only, back);
    row.append(told, more);
    now.push(function () {
      const line = owned[subject.id];
      told.textContent = line || "";
      back.hidden = !line;
      only.hidden = !line || subject.conditions === false || !seat().conditions || !plain[subject.id];
      row.classList.toggle("ordered", Boolean(line));
    });
    rows[subject.id] = function () { now.forEach(function (one) { one(); }); };
    return row;
  }

  // Conditions

  function fill(template, values) {
    return template.replace(/\{(\w+)\}/g, function (all, name) { return values[name] !== undefined ? values[name] : all; });
  }
  function ask(subject) {
    const known = seat().conditions, dialog = by("if"), what = by("if-what"), slots = by("if-parts"), other = by("if-else");
    by("if-order").textContent = plain[subject.id];
    what.replaceChildren.apply(what, known.asked.map(function (one, place) {
      return new Option(say("if-" + one.code, { space: "…", centre: "…", seat: "…", place: "…", target: "…", number: "…" }), String(place));
    }));
    other.replaceChildren(new Option(say("always"), ""));
    (subject.choices || []).forEach(function (one, place) {
      if (one.text !== plain[subject.id]) other.append(new Option(sayChoice(one), String(place)));
    });
    function draw() {
      const one = known.asked[what.value];
      slots.replaceChildren();
      (one.text.match(/\{(\w+)\}/g) || []).forEach(function (mark) {
        const name = mark.slice(1, -1), id = "compose-if-" + name;
        const field = name === "number" ? make("input", { type: "number", min: "0", value: "1", id: id }) : make("select", { id: id });
        if (name !== "number") known.lists[name].forEach(function (pair) { field.append(new Option(pair[1], pair[0])); });
        field.dataset.slot = name;
        slots.append(make("p", {}, [make("label", { textContent: say("slot-" + name), htmlFor: id }), " ", field]));
      });
    }
    what.onchange = draw;
    draw();
    dialog.onclose = function () {
      if (dialog.returnValue !== "yes") return;
      const values = {};
      slots.querySelectorAll("[data-slot]").forEach(function (one) { values[one.dataset.slot] = one.value; });
      const said = fill(known.asked[what.value].text, values), order = plain[subject.id];
      const second = other.value === "" ? "" : subject.choices[other.value].text;
      const bare = function (line) { return line.replace(/^[^:]*: /, "").replace(/, else stand$/, ""); };
      const head = order.split(":")[0], tail = bare(known.two.indexOf("{head}") >= 0 || !second ? second : second);
      const template = second ? known.two : known.one;
      const otherSaid = template.indexOf("{head}") >= 0 ? tail : subject.route ? tail.replace(/^.* (\S+)$/, "$1").replace(/^stands$/, "stand") : second;
      const line = fill(template, { order: order, head: head, act: bare(order), other: otherSaid, "if": said });
      const part = parts[subject.id];
      write(subject, line, part);
      plain[subject.id] = order;
      refresh();
    };
    dialog.returnValue = "";
    dialog.showModal();
  }

  // The page

  function draw() {
    rows = {};
    lists.replaceChildren.apply(lists, subjects().map(rowFor));
    by("bar").hidden = !subjects().length;
    hint.textContent = say(by("map") && subjects().some(function (one) { return one.space || one.spot; }) ? "start" : "start-lists");
    options.replaceChildren();
    refresh();
  }
  function change() {
    [owned, plain, parts, whens].forEach(function (one) { Object.keys(one).forEach(function (id) { delete one[id]; }); });
    text.value = ((seat() && seat().sent) || []).join("\n");
    draw();
  }
  // A link's fragment holds what one seat sees: it stays in the browser.
  function unpack(said) {
    const bytes = Uint8Array.from(atob(said.replace(/-/g, "+").replace(/_/g, "/")), function (one) { return one.charCodeAt(0); });
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).json();
  }
  function open(told) {
    const mine = facts.seats.find(function (one) { return one.id === told.seat; });
    if (told.key !== facts.key || !mine) { by("stale").hidden = false; return; }
    const known = {};
    mine.subjects.concat(told.changed).forEach(function (one) { known[one.id] = one; });
    mine.subjects = told.order.map(function (id) { return known[id]; });
    mine.sent = told.sent;
    if (told.purse !== undefined) mine.purse = told.purse;
    facts.seats = [mine];
    seatBox.value = mine.id;
    by("who").hidden = true;
  }

  const api = { facts: facts, seat: seat, subjects: subjects, write: write, say: say, sayChoice: sayChoice, labelOf: labelOf,
    named: named, parts: parts, plain: plain, owned: owned, hint: hint, options: options, map: by("map"), button: button, make: make,
    heard: function (one) { listeners.push(one); }, pick: null };
  seatBox.addEventListener("change", function () { change(); if (api.pick) api.pick(null); });
  text.addEventListener("input", refresh);
  by("clear").addEventListener("click", function () { text.value = ""; refresh(); });
  if (by("copy")) by("copy").addEventListener("click", function () {
    text.select();
    if (navigator.clipboard) navigator.clipboard.writeText(text.value).catch(function () {});
  });
  if (by("plain")) by("plain").hidden = true;
  document.getElementById("composer").hidden = false;
  window.addEventListener("DOMContentLoaded", function () {
    const told = location.hash.match(/^#own=([\w-]+)$/);
    if (!told) { change(); return; }
    unpack(told[1]).then(open, function () { by("stale").hidden = false; }).then(change);
  });
  return api;
})();
