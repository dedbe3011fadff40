// The slider that replays a game on its map. Without this script the page shows the latest map and links to the others.
"use strict";
(function () {
  const frames = JSON.parse(document.getElementById("replay-frames").textContent);
  const map = document.getElementById("replay-map");
  const link = document.getElementById("replay-link");
  const whole = document.getElementById("replay-whole");
  const slider = document.getElementById("replay-slider");
  const play = document.getElementById("replay-play");
  let timer = null;

  function show(place, quiet) {
    const frame = frames[Math.max(0, Math.min(frames.length - 1, place))];
    slider.value = String(frames.indexOf(frame));
    map.src = frame.map;
    map.alt = map.dataset.map + frame.title;
    whole.href = frame.map;
    link.href = frame.page;
    link.textContent = frame.title;
    slider.setAttribute("aria-valuetext", frame.title);
    // What is shown has an address: that of the page with the step behind it.
    if (!quiet) history.replaceState(null, "", "#step-" + frame.number);
  }
  function stop() {
    if (timer !== null) window.clearInterval(timer);
    timer = null;
    play.textContent = play.dataset.play;
    play.setAttribute("aria-pressed", "false");
  }
  function step(by) { stop(); show(Number(slider.value) + by); }
  slider.addEventListener("input", function () { stop(); show(Number(slider.value)); });
  document.getElementById("replay-back").addEventListener("click", function () { step(-1); });
  document.getElementById("replay-on").addEventListener("click", function () { step(1); });
  play.addEventListener("click", function () {
    if (timer !== null) { stop(); return; }
    if (Number(slider.value) === frames.length - 1) show(0);
    play.textContent = play.dataset.stop;
    play.setAttribute("aria-pressed", "true");
    timer = window.setInterval(function () {
      if (Number(slider.value) >= frames.length - 1) { stop(); return; }
      show(Number(slider.value) + 1);
    }, 900);
  });
  function fromAddress() {
    const found = location.hash.match(/^#step-(\d+)$/);
    const place = found ? frames.findIndex(function (one) { return one.number === Number(found[1]); }) : -1;
    if (place >= 0) { stop(); show(place); }
    return place >= 0;
  }
  window.addEventListener("hashchange", fromAddress);
  document.querySelector(".slider").hidden = false;
  if (!fromAddress()) show(frames.length - 1, true);
})();
