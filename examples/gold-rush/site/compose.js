// The order composer: every choice is a complete order text made by the judge; this script only lets people choose.
"use strict";
(function () {
  const facts = JSON.parse(document.getElementById("compose-facts").textContent);
  const composer = document.querySelector(".composer");
  const seatBox = document.getElementById("compose-seat");
  const lists = document.getElementById("compose-lists");
  const text = document.getElementById("compose-text");
  const mail = document.getElementById("compose-mail");
  const hint = document.getElementById("compose-hint");
  const map = document.getElementById("compose-map");
  let chosen = {};      // subject id -> order text
  let picked = null;    // the piece clicked on the map

  function seat() { return facts.seats.find(function (one) { return one.id === seatBox.value; }); }

  function write() {
    const lines = [];
    seat().subjects.forEach(function (subject) {
      const said = chosen[subject.id];
      if (said) lines.push(said);
    });
    text.value = lines.join("\n");
    address();
  }
  function address() {
    const body = (facts.seats.length > 1 ? "SEAT " + seat().id + "\n" : "") + text.value + "\nEND\n";
    mail.href = "mailto:" + encodeURIComponent(facts.address).replace(/%40/g, "@") + "?subject=" +
      encodeURIComponent(facts.subject) + "&body=" + encodeURIComponent(body.replace(/\n/g, "\r\n"));
  }
  function choose(subject, order) {
    chosen[subject.id] = order;
    const box = document.getElementById("compose-" + subject.id);
    if (box) box.value = order;
    write();
  }
  function draw() {
    lists.textContent = "";
    if (hint) hint.hidden = !seat().subjects.some(function (subject) { return subject.space; });
    seat().subjects.forEach(function (subject) {
      const line = document.createElement("p");
      const label = document.createElement("label");
      const box = document.createElement("select");
      label.textContent = subject.label;
      box.id = "compose-" + subject.id;
      label.htmlFor = subject.choices.length ? box.id : box.id + "-free";
      if (!subject.choices.length) box.hidden = true;
      box.appendChild(new Option("no order", ""));
      subject.choices.forEach(function (choice) { box.appendChild(new Option(choice.label, choice.text)); });
      if (chosen[subject.id]) box.value = chosen[subject.id];
      box.addEventListener("change", function () { chosen[subject.id] = box.value; write(); });
      line.append(label, " ", box);
      if (subject.free) {
        const free = document.createElement("input");
        free.id = box.id + "-free";
        if (subject.choices.length) free.setAttribute("aria-label", subject.label + ", in your own words");
        free.placeholder = subject.free.replace("___", "…");
        free.addEventListener("input", function () {
          const said = free.value.trim();
          chosen[subject.id] = said ? subject.free.replace("___", said) : "";
          write();
        });
        line.append(" ", free);
      }
      lists.appendChild(line);
    });
    write();
  }
  function mark(space) {
    if (!map) return;
    map.querySelectorAll(".chosen").forEach(function (one) { one.classList.remove("chosen"); });
    if (space) map.querySelectorAll('[data-space="' + space + '"]').forEach(function (one) { one.classList.add("chosen"); });
  }
  function say(words) { if (hint) hint.textContent = words; }

  function click(space, x, y) {
    const here = seat().subjects.find(function (subject) { return subject.space === space; });
    if (picked && facts.plane && picked.plane && (!here || here === picked)) {
      if (here === picked) { picked = null; mark(null); say("Click a piece."); return; }
      const order = picked.plane.replace("{x}", x).replace("{y}", y);
      choose(picked, order); say(order); picked = null; mark(null); return;
    }
    if (picked) {
      const there = picked.choices.filter(function (choice) { return choice.target === space; });
      if (there.length) {
        const now = there.findIndex(function (choice) { return choice.text === chosen[picked.id]; });
        const next = there[(now + 1) % there.length];
        choose(picked, next.text);
        say(next.text + (there.length > 1 ? " (click there again for another choice)" : ""));
        if (there.length === 1) { picked = null; mark(null); }
        return;
      }
    }
    if (here) { picked = here; mark(space); say(here.label + ": click where it goes, or use the list below."); return; }
    picked = null; mark(null); say("Nothing of yours can do that. Click a piece.");
  }
  if (map) {
    map.addEventListener("click", function (event) {
      // A sign drawn on a space lies above it: what counts is the space below.
      const below = document.elementsFromPoint(event.clientX, event.clientY);
      const shape = event.target.closest("[data-space]") ||
        below.map(function (one) { return one.closest("[data-space]"); }).find(Boolean);
      const drawing = map.querySelector("svg");
      if (facts.plane && drawing) {
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
        const across = (at.x - facts.plane.left) / facts.plane.scale;
        const up = facts.plane.depth - (at.y - facts.plane.top) / facts.plane.scale;
        const inches = function (value) { return (Math.round(value * 10) / 10).toString(); };
        click(shape ? shape.dataset.space : "", inches(across), inches(up));
      } else if (shape) { click(shape.dataset.space, "", ""); }
    });
  }
  facts.seats.forEach(function (one) { seatBox.appendChild(new Option(one.name, one.id)); });
  seatBox.addEventListener("change", function () { chosen = {}; picked = null; mark(null); draw(); });
  text.addEventListener("input", address);
  document.getElementById("compose-clear").addEventListener("click", function () { chosen = {}; draw(); });
  document.getElementById("compose-copy").addEventListener("click", function () {
    text.select();
    if (navigator.clipboard) navigator.clipboard.writeText(text.value).catch(function () {});
  });
  document.getElementById("compose-plain").hidden = true;
  composer.hidden = false;
  draw();
})();
