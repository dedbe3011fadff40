// The composer's map: pieces and targets by click, touch or drag, what may be clicked next marked, orders as arrows.
"use strict";
(function () {
  const it = globalThis.judgeComposer, map = it.map, drawing = map && map.querySelector("svg");
  if (!drawing) return;
  const SVG = "http://www.w3.org/2000/svg", sheet = it.facts.sheet || {}, spots = sheet.spots || {}, plane = sheet.plane;
  const unit = (drawing.viewBox.baseVal.width || 1000) / 1000;
  const HELPED = 0.64, CARRIED = 0.36;
  const marks = layer("compose-marks"), orders = layer("compose-orders");
  let picked = null, clicks = [], corner = false, drag = null;
  let laying = null;       // the road that is being dragged
  let dragged = null;      // whose road was dragged last: the next drag from there is the next one's

  function layer(id) {
    const one = document.createElementNS(SVG, "g");
    one.id = id;
    one.setAttribute("pointer-events", "none");
    // Beneath pieces, codes and names, as on the map that comes of it.
    const pieces = drawing.querySelector("g.pieces");
    if (pieces) pieces.before(one); else drawing.appendChild(one);
    return one;
  }
  function shape(where, tag, told) {
    const one = document.createElementNS(SVG, tag);
    Object.keys(told).forEach(function (name) { one.setAttribute(name, told[name]); });
    where.appendChild(one);
    return one;
  }

  // What may be clicked

  function ways(subject) { return (subject.choices || []).filter(function (one) { return one.steps; }); }
  function fitting(subject, done) {
    return ways(subject).filter(function (one) { return done.every(function (step, place) { return one.steps[place] === step; }); });
  }
  function next() {
    if (!picked) return it.subjects().map(function (one) { return one.space; }).filter(Boolean);
    const found = fitting(picked, clicks).map(function (one) { return one.steps[clicks.length]; }).filter(Boolean);
    if (picked.route) found.push.apply(found, onward());
    return Array.from(new Set(found));
  }
  function road() {
    if (laying) return laying;
    const part = it.parts[picked.id];
    return part && part.way ? part.way : [picked.route.start];
  }
  function onward() {
    const way = road();
    return way.length > picked.route.most ? [] : (sheet.near[way[way.length - 1]] || []).filter(function (one) { return way.indexOf(one) < 0; });
  }
  function mark() {
    marks.replaceChildren();
    map.querySelectorAll(".chosen, .legal").forEach(function (one) { one.classList.remove("chosen", "legal"); });
    map.classList.toggle("picking", Boolean(picked));
    const legal = next();
    each(legal, "legal");
    if (!picked) {
      // Each of one's pieces has a ring; one with an order a thin one.
      legal.forEach(function (space) {
        const here = it.subjects().filter(function (one) { return one.space === space; }), at = spotOf(here[0]);
        const waits = here.some(function (one) { return !it.owned[one.id]; });
        if (at) around(at, plane ? 12 : 20, waits ? "own" : "own done");
      });
      return;
    }
    each([picked.space || (picked.route && picked.route.start)], "chosen");
    if (picked.spot && picked.spot.shape && plane) reach(picked);
    legal.forEach(function (space) {
      if (spots[space]) around(spots[space], 16, "target");
    });
  }
  // Along the rim of a space, where a map has one: whatever lies in its middle, that is seen.
  function around(at, radius, name) {
    if (!sheet.rim) { shape(marks, "circle", { cx: at[0], cy: at[1], r: radius * unit, "class": name }); return; }
    const points = sheet.rim.map(function (one) { return (at[0] + one[0]) + "," + (at[1] + one[1]); }).join(" ");
    if (name !== "target") shape(marks, "polygon", { points: points, "class": "edge" });
    shape(marks, "polygon", { points: points, "class": name });
  }
  function each(spaces, name) {
    spaces.filter(Boolean).forEach(function (space) {
      map.querySelectorAll('[data-space="' + space + '"]').forEach(function (one) { one.classList.add(name); });
    });
  }
  function reach(subject) {
    const points = subject.spot.shape.map(function (one) { return onSheet(one[0] / 100, one[1] / 100).join(","); });
    shape(marks, "polygon", { points: points.join(" "), "class": "reach" });
    if (!subject.space || !spots[subject.space]) return;
    ways(subject).filter(function (one) { return one.verb === "fire"; }).forEach(function (one) {
      const from = spots[subject.space], to = spots[one.steps[0]];
      if (!to) return;
      const blocked = one.facts && one.facts.blocked, out = one.facts && one.facts.band === "out";
      shape(marks, "line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], "class": "sight" + (blocked ? " blocked" : out ? " out" : "") });
    });
  }
  function onSheet(x, y) { return [plane.left + x * plane.scale, plane.top + (plane.depth - y) * plane.scale]; }
  function onTable(at) {
    const inches = function (value) { return Math.round(value * 10) / 10; };
    return [inches((at.x - plane.left) / plane.scale), inches(plane.depth - (at.y - plane.top) / plane.scale)];
  }

  // Orders by clicks

  function pick(subject) {
    picked = subject; clicks = []; corner = false;
    it.options.replaceChildren();
    it.hint.textContent = subject ? it.say("picked", { label: it.labelOf(subject) }) : it.say("start");
    mark();
    if (subject) offer();
  }
  it.pick = function (subject) {
    pick(subject);
    if (!subject) return;
    map.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    const there = spotOf(subject) || next().map(function (one) { return spots[one]; }).find(Boolean);
    if (there) show(there);
  };
  // On a narrow screen the map is larger than its frame: this point comes to its middle.
  function show(there) {
    const box = drawing.viewBox.baseVal, scale = drawing.getBoundingClientRect().width / (box.width || 1000);
    map.scrollLeft = (there[0] - box.x) * scale - map.clientWidth / 2;
    map.scrollTop = (there[1] - box.y) * scale - map.clientHeight / 2;
  }
  function take(choice) {
    const subject = picked;
    it.write(subject, choice.text, { choice: choice });
    it.hint.textContent = it.say("written", { text: it.owned[subject.id] });
  }
  // What the clicks so far may come to, as buttons: on a small screen they are easier to hit than a province.
  function offer() {
    const found = picked ? fitting(picked, clicks) : [];
    const some = (clicks.length ? found : found.filter(function (one) { return one.steps[0] === picked.space; }))
      .concat(clicks.length ? [] : (picked.choices || []).filter(function (one) { return !one.steps; }));
    const buttons = some.slice(0, 24).map(function (choice) {
      return it.button(it.sayChoice(choice), function () { take(choice); finish(); });
    });
    if (picked.spot && picked.spot.corners) {
      const more = it.button(it.say("corner"), function () { corner = !corner; more.setAttribute("aria-pressed", String(corner)); });
      more.setAttribute("aria-pressed", String(corner));
      if (it.parts[picked.id] && it.parts[picked.id].points) buttons.push(more);
    }
    if (picked.route && road().length > 1) buttons.push(it.button(it.say("same-road"), same));
    it.subjects().filter(function (one) { return one !== picked && one.space && one.space === picked.space; }).forEach(function (one) {
      buttons.push(it.button(it.labelOf(one), function () { pick(one); }));
    });
    buttons.push(it.button(it.say("leave"), leave));
    it.options.replaceChildren.apply(it.options, buttons);
  }
  function finish() {
    picked = null; clicks = []; corner = false;
    it.options.replaceChildren();
    mark();
  }
  function leave() {
    finish();
    it.hint.textContent = it.say("start");
  }
  function same() {
    const way = road();
    it.subjects().forEach(function (one) {
      if (one.route && one.route.start === way[0]) it.write(one, one.route.text.replace("{way}", way.join("-")), { way: way });
    });
    finish();
  }
  function along(space) {
    const way = road(), at = way.indexOf(space);
    if (at > 0 || (at === 0 && way.length > 1)) return lay(way.slice(0, at + 1));
    if (onward().indexOf(space) < 0) return false;
    return lay(way.concat([space]));
  }
  function lay(way) {
    if (laying) laying = way;
    if (way.length < 2) it.write(picked, "");
    else it.write(picked, picked.route.text.replace("{way}", way.join("-")), { way: way });
    it.hint.textContent = way.length < 2 ? it.say("picked", { label: it.labelOf(picked) }) : it.say("written", { text: it.owned[picked.id] });
    mark(); offer();
    return true;
  }
  function point(at) {
    const part = it.parts[picked.id], before = corner && part && part.points ? part.points : [];
    const points = before.concat([onTable(at)]);
    const said = points.map(function (one) { return one[0] + "," + one[1]; }).join(picked.spot.corners || "");
    it.write(picked, picked.spot.text.replace("{x},{y}", said), { points: points });
    it.hint.textContent = it.say("written", { text: it.owned[picked.id] });
    if (picked.spot.corners) { corner = false; mark(); offer(); } else finish();
  }
  function step(space) {
    const done = clicks.concat([space]), found = fitting(picked, done);
    if (!found.length) return false;
    clicks = done;
    const whole = found.filter(function (one) { return one.steps.length === done.length; });
    const longer = found.length > whole.length;
    // A piece of one's own is more often helped than driven out: nothing is written before that is chosen.
    const known = whole.length === 1 && !(longer && it.subjects().some(function (one) { return one.space === space; }));
    if (known) take(whole[0]);
    if (known && !longer) { finish(); return true; }
    if (!known) it.hint.textContent = it.say("more", { label: it.labelOf(picked) });
    mark(); offer();
    return true;
  }
  function click(space, at) {
    const here = it.subjects().filter(function (one) { return one.space && one.space === space; });
    if (picked) {
      if (space && picked.route && along(space)) return;
      if (space && space !== picked.space && step(space)) return;
      if (space && space === picked.space && clicks.length && step(space)) return;
      if (picked.spot && plane && !(here.length && here.indexOf(picked) < 0)) { if (here.indexOf(picked) < 0) point(at); return; }
      if (here.indexOf(picked) >= 0) { const on = here[here.indexOf(picked) + 1]; if (on) pick(on); else leave(); return; }
    }
    const build = it.subjects().find(function (one) {
      return !one.space && !it.owned[one.id] && fitting(one, [space]).length;
    });
    if (here.length) { pick(waiting(space) || here[0]); return; }
    if (build) { picked = build; clicks = []; step(space); return; }
    const label = picked && it.labelOf(picked);
    finish();
    it.hint.textContent = label ? it.say("not-there", { label: label }) : it.say("nothing");
  }

  // Where a pointer is: a sign drawn on a space lies above it, what counts is the space below.

  function under(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    const one = [event.target].concat(found).map(function (each) { return each.closest && each.closest("[data-space]"); }).find(function (each) { return each && map.contains(each); });
    const beside = at(event), out = it.subjects().find(function (each) {
      return each.at && spots[each.at] && Math.hypot(beside.x - spots[each.at][0], beside.y - spots[each.at][1]) < 20 * unit;
    });
    return out ? out.space : one ? one.dataset.space : "";
  }
  function at(event) { return new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse()); }
  function waiting(space) { return it.subjects().find(function (one) { return one.space === space && !it.owned[one.id]; }); }
  function mine(space) { return it.subjects().find(function (one) { return one.space && one.space === space; }); }

  drawing.addEventListener("click", function (event) {
    if (drag === "done") { drag = null; return; }
    click(under(event), at(event));
  });
  drawing.addEventListener("pointerdown", function (event) {
    const space = under(event);
    drag = event.isPrimary && mine(space) ? { from: space, x: event.clientX, y: event.clientY, moved: false } : null;
  });
  drawing.addEventListener("pointermove", function (event) {
    if (!drag || drag === "done") return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 12) return;
    if (!drag.moved) {
      drag.moved = true;
      if (!picked || picked.space !== drag.from || picked === dragged) pick(waiting(drag.from) || mine(drag.from));
      clicks = [];
      laying = picked.route ? [picked.route.start] : null;
    }
    const space = under(event);
    if (picked && picked.route && space && space !== road()[road().length - 1]) along(space);
  });
  drawing.addEventListener("pointerup", function (event) {
    if (!drag || !drag.moved) { drag = null; return; }
    const space = under(event), from = drag.from;
    drag = "done";
    laying = null;
    dragged = picked;
    window.setTimeout(function () { if (drag === "done") drag = null; }, 50);
    if (!picked || picked.route || space === from) return;
    if (!(space && step(space)) && picked && picked.spot && plane) point(at(event));
  });
  drawing.addEventListener("pointercancel", function () { drag = null; laying = null; });
  // A finger that begins on a piece of one's own draws an order, any other moves the page.
  map.addEventListener("touchmove", function (event) { if (drag && drag !== "done" && event.cancelable) event.preventDefault(); }, { passive: false });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape" && picked) leave(); });

  // Orders drawn as on the map

  function spotOf(subject) { return spots[subject.at] || spots[subject.space || (subject.route && subject.route.start) || ""]; }
  function toward(a, b, far) {
    const whole = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [a[0] + (b[0] - a[0]) * far / whole, a[1] + (b[1] - a[1]) * far / whole];
  }
  function between(a, b, part) { return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]; }
  function line(points, more) {
    const told = points.map(function (one) { return one[0].toFixed(1) + "," + one[1].toFixed(1); }).join(" ");
    shape(orders, "polyline", { points: told, "class": "halo", "stroke-width": 6 * unit });
    shape(orders, "polyline", Object.assign({ points: told, "class": "order", "stroke-width": 3 * unit }, more));
  }
  function arrow(points, room) {
    const cut = points.slice(), last = cut.length - 1;
    const whole = Math.hypot(cut[last][0] - cut[last - 1][0], cut[last][1] - cut[last - 1][1]);
    const gap = Math.min(room, whole / 3);
    cut[last] = toward(cut[last], cut[last - 1], gap);
    if (last === 1) cut[0] = toward(cut[0], cut[1], gap);
    const tip = cut[last];
    // The head alone is the tip.
    line(cut.slice(0, last).concat([toward(tip, cut[last - 1], 6 * unit)]));
    const foot = toward(tip, cut[last - 1], 12 * unit), side = [(tip[1] - foot[1]) / 2, (foot[0] - tip[0]) / 2];
    shape(orders, "polygon", { "class": "head", points: [tip, [foot[0] + side[0], foot[1] + side[1]], [foot[0] - side[0], foot[1] - side[1]]].map(function (one) { return one.join(","); }).join(" ") });
  }
  function wave(from, to) {
    const count = Math.max(2, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / (8 * unit))), points = [];
    for (let place = 0; place <= count; place += 1) {
      const here = between(from, to, place / count), off = place % 2 ? 5 * unit : -5 * unit;
      const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
      points.push([here[0] - Math.sin(turn) * off, here[1] + Math.cos(turn) * off]);
    }
    line(points, { "stroke-width": 2 * unit });
  }
  function ring(at_, radius, more) { shape(orders, "circle", Object.assign({ cx: at_[0], cy: at_[1], r: radius * unit, "class": "ring", "stroke-width": 2 * unit }, more)); }
  function drawChoice(subject, choice) {
    const room = 16 * unit, steps = (choice.steps || []).map(function (one) { return spots[one]; });
    const from = spotOf(subject), last = steps[steps.length - 1];
    if (/^build|^place|^recruit|^ranch/.test(choice.verb)) { if (last) ring(last, 19); return; }
    if (/^remove|^disband/.test(choice.verb)) { if (last) { line([[last[0] - 9 * unit, last[1] - 9 * unit], [last[0] + 9 * unit, last[1] + 9 * unit]]); line([[last[0] + 9 * unit, last[1] - 9 * unit], [last[0] - 9 * unit, last[1] + 9 * unit]]); } return; }
    if (!from) return;
    if (choice.verb === "hold" || choice.verb === "stand") { line([[from[0] - 11 * unit, from[1] + room], [from[0] + 11 * unit, from[1] + room]]); return; }
    if (!last) return;
    if (choice.verb === "support") {
      const on = between(steps[0], last, HELPED);
      line([toward(from, on, room), on], { "class": "order dotted", "stroke-width": 2.4 * unit });
      ring(on, 4.5);
    } else if (choice.verb === "support-hold") {
      line([toward(from, last, room), toward(last, from, room + 3 * unit)], { "class": "order dotted", "stroke-width": 2.4 * unit });
      ring(last, 18);
    } else if (choice.verb === "convoy") wave(toward(from, between(steps[0], last, CARRIED), room), between(steps[0], last, CARRIED));
    else if (choice.verb === "fire") line([toward(from, last, room / 2), toward(last, from, room / 2)], { "class": "order dotted", "stroke-width": 1.8 * unit });
    else {
      arrow([from, last], plane ? room / 2 : room);
      if (choice.verb === "drive") hoofs(from, last);
    }
  }
  function hoofs(from, to) {
    const whole = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1, side = [(to[1] - from[1]) / whole * 9 * unit, (from[0] - to[0]) / whole * 9 * unit];
    [0.3, 0.42, 0.54, 0.66].forEach(function (part) {
      const at = between(from, to, part);
      shape(orders, "circle", { cx: at[0] + side[0], cy: at[1] + side[1], r: 3 * unit, "class": "head" });
    });
  }
  function drawOrders() {
    orders.replaceChildren();
    const colour = it.seat() && it.facts.colours[it.seat().id];
    orders.style.setProperty("--seat", colour || "#1b6ca8");
    it.subjects().forEach(function (subject, place) {
      const part = it.parts[subject.id];
      if (!part || !it.owned[subject.id]) return;
      if (part.choice) drawChoice(subject, part.choice);
      else if (part.way) {
        const off = (place % 3 - 1) * 3 * unit;
        arrow(part.way.map(function (one) { return [spots[one][0] + off, spots[one][1] + 9 * unit + off]; }), 14 * unit);
      } else if (part.points && plane) {
        const points = part.points.map(function (one) { return onSheet(one[0], one[1]); }), from = spots[subject.space];
        if (from) arrow([from].concat(points), 1);
        else ring(points[0], 9);
      }
    });
    mark();
  }
  // A seat's own pieces come into sight with it.
  let shown = null;
  function toOwn() {
    const id = it.seat() && it.seat().id, asked = it.subjects().map(function (one) { return one.at || one.space; }).filter(Boolean);
    const at = (asked.length ? asked : (sheet.own || {})[id] || []).map(function (one) { return spots[one]; }).filter(Boolean);
    if (id === shown || !at.length) return;
    shown = id;
    show([0, 1].map(function (side) {
      const all = at.map(function (one) { return one[side]; });
      return (Math.min.apply(null, all) + Math.max.apply(null, all)) / 2;
    }));
  }
  it.heard(function () { drawOrders(); toOwn(); });
})();
