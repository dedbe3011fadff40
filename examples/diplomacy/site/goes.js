// A step go by go: what the chosen go did is drawn as it went, what came before stays faint, what follows waits; pieces
// stand where that go left them.
"use strict";
(function () {
  const by = function (id) { return document.getElementById("goes-" + id); };
  const map = by("map"), slider = by("slider"), said = by("said"), play = by("play");
  const marks = Array.from(map.querySelectorAll("[data-go]")), most = Number(slider.max);
  const stands = Array.from(map.querySelectorAll("[data-until]"));
  // All of it is the picture as it came.
  const whole = new Set(stands.filter(function (one) { return one.getAttribute("display") !== "none"; }));
  // What a part of the picture looks at in each go, and in all of it.
  const views = Array.from(map.querySelectorAll("[data-views]")).map(function (one) {
    return { part: one, whole: one.getAttribute("viewBox"), goes: one.dataset.views.split(",").map(function (said) { return said.split(" "); }) };
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = null, running = [];

  function show(number) {
    const now = Math.max(0, Math.min(most, number));
    slider.value = String(now);
    running.forEach(function (one) { one.cancel(); });
    running = [];
    marks.forEach(function (one) {
      const go = Number(one.dataset.go);
      one.classList.toggle("waits", now > 0 && go > now);
      one.classList.toggle("past", now > 0 && go < now);
      if (go === now && !still.matches && one.animate) move(one);
    });
    stands.forEach(function (one) {
      const first = Number(one.dataset.first), until = Number(one.dataset.until);
      one.setAttribute("display", (now ? first <= now && now <= until : whole.has(one)) ? "inline" : "none");
    });
    views.forEach(function (one) {
      const found = now && one.goes.find(function (go) { return Number(go[0]) <= now && now <= Number(go[1]); });
      one.part.setAttribute("viewBox", found ? found.slice(2).join(" ") : one.whole);
    });
    const line = now && document.querySelector("#say-go-" + now + " span");
    said.textContent = line ? now + ". " + line.textContent : said.dataset.all;
    slider.setAttribute("aria-valuetext", said.textContent);
    document.querySelectorAll(".goes a").forEach(function (one, place) {
      if (place + 1 === now) one.setAttribute("aria-current", "step"); else one.removeAttribute("aria-current");
    });
    history.replaceState(null, "", now ? "#go-" + now : location.pathname + location.search);
  }
  // Lines grow from where they began; all else of the go comes when they have arrived.
  function move(part) {
    const lines = Array.from(part.querySelectorAll("polyline, path[fill='none'], line"));
    Array.from(part.children).forEach(function (one) {
      if (lines.indexOf(one) < 0 && one.tagName !== "g") running.push(one.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: lines.length ? 900 : 300 }));
    });
    lines.forEach(function (one) {
      if (!one.getTotalLength) return;
      const whole = one.getTotalLength(), dash = one.getAttribute("stroke-dasharray");
      running.push(one.animate([{ strokeDasharray: "0 " + whole }, { strokeDasharray: whole + " 0" }], { duration: 800, easing: "ease-in-out" }));
      if (dash) one.setAttribute("stroke-dasharray", dash);
    });
  }
  function stop() {
    if (timer !== null) window.clearInterval(timer);
    timer = null;
    play.textContent = play.dataset.play;
    play.setAttribute("aria-pressed", "false");
  }
  function step(by_) { stop(); show(Number(slider.value) + by_); }
  slider.addEventListener("input", function () { stop(); show(Number(slider.value)); });
  by("back").addEventListener("click", function () { step(-1); });
  by("on").addEventListener("click", function () { step(1); });
  play.addEventListener("click", function () {
    if (timer !== null) { stop(); return; }
    show(Number(slider.value) >= most ? 1 : Number(slider.value) + 1);
    play.textContent = play.dataset.stop;
    play.setAttribute("aria-pressed", "true");
    timer = window.setInterval(function () {
      if (Number(slider.value) >= most) { stop(); return; }
      show(Number(slider.value) + 1);
    }, 1600);
  });
  map.addEventListener("keydown", function (event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (way) { event.preventDefault(); step(way); }
    if (event.key === "Home") { event.preventDefault(); stop(); show(1); }
    if (event.key === "End") { event.preventDefault(); stop(); show(most); }
    if (event.key === " ") { event.preventDefault(); play.click(); }
  });
  function fromAddress() {
    const found = location.hash.match(/^#go-(\d+)$/);
    if (found) { stop(); show(Number(found[1])); map.scrollIntoView({ block: "nearest" }); }
    return Boolean(found);
  }
  window.addEventListener("hashchange", fromAddress);
  by("bar").hidden = false;
  if (!fromAddress()) show(0);
})();
