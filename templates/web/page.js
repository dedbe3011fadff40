// Letters without a new page: a form is sent as ever, and of the page that comes back only what changed is put in place.
// What was typed stays where it stands. Without this script every form works by itself.
"use strict";
(function () {
  const here = document.getElementById("page");
  function saidIn(page) { return page.querySelector("#answer h2"); }
  function isTaken(page) {
    const said = saidIn(page);
    return Boolean(said && (said.classList.contains("ok") || said.classList.contains("warnings")));
  }
  function fill(name, value) {
    document.querySelectorAll('input[name="' + name + '"]').forEach(function (one) { one.value = value; });
  }
  function take(page) {
    const said = saidIn(page);
    ["page", "letters"].forEach(function (id) {
      const now = document.getElementById(id), then = page.getElementById(id);
      if (!now || !then) return;
      now.replaceChildren.apply(now, Array.from(then.childNodes));
      Object.assign(now.dataset, then.dataset);
    });
    const slip = page.querySelector('input[name="slip"]'), told = page.getElementById("page").dataset;
    fill("slip", told.slip || slip.value);
    // What stands in the field was written over the set that was in: once it is taken, over the new one.
    if (told.had !== undefined && said && !said.classList.contains("not-read")) fill("had", told.had);
  }
  function show(page) {
    take(page);
    const answer = document.getElementById("answer");
    if (answer && !answer.hidden) { answer.focus(); answer.scrollIntoView({ block: "start" }); }
  }
  document.addEventListener("submit", function (event) {
    const form = event.target, pressed = event.submitter;
    // What changes the set in another way than by its field comes with a new page, whose field holds it.
    if (event.defaultPrevented || form.method !== "post" || form.dataset.plain !== undefined || !here) return;
    event.preventDefault();
    const values = new URLSearchParams(new FormData(form));
    if (pressed && pressed.name) values.set(pressed.name, pressed.value);
    if (pressed) pressed.disabled = true;
    fetch(form.action, { method: "POST", body: values, headers: { "X-Part": "page" } }).then(function (answer) {
      return answer.text();
    }).then(function (text) {
      const page = new DOMParser().parseFromString(text, "text/html");
      if (!page.getElementById("page") || !page.querySelector('input[name="slip"]')) {
        // The page has ended, or something went wrong: what came back is all there is to see.
        document.body.replaceChildren.apply(document.body, Array.from(page.body.childNodes));
        return;
      }
      const taken = isTaken(page);
      show(page);
      if (taken && form.dataset.empties !== undefined) form.reset();
    }).catch(function () {
      // No connection: the browser says so in its own way, and the same letter sent twice is one letter.
      HTMLFormElement.prototype.submit.call(form);
    }).finally(function () { if (pressed) pressed.disabled = false; });
  });

  // Whether something new has happened: asked once a minute while somebody looks.
  const home = here && here.dataset.home;
  function ask() {
    if (document.hidden) return;
    fetch(home + "/mark").then(function (answer) { return answer.ok ? answer.json() : null; }).then(function (told) {
      const news = document.getElementById("news");
      if (told && news && told.mark !== here.dataset.mark) news.hidden = false;
    }).catch(function () {});
  }
  if (home) {
    setInterval(ask, 60000);
    document.addEventListener("visibilitychange", ask);
  }

  // Whether this browser rings when there is news.
  const bell = document.getElementById("bell");
  if (bell && "serviceWorker" in navigator && "PushManager" in window) {
    const base = here.dataset.home || location.pathname.replace(/\/table$/, "");
    const say = function (word) {
      const words = bell.querySelector('[data-said="' + word + '"]').textContent;
      document.getElementById("bell-said").textContent = words;
      bell.querySelector('[data-ring="on"]').hidden = word === "on";
      bell.querySelector('[data-ring="off"]').hidden = word !== "on";
    };
    const tell = function (ring, off) {
      const values = new URLSearchParams({ endpoint: ring.endpoint, off: off });
      values.set("slip", document.querySelector('input[name="slip"]').value);
      return fetch(base + "/bell", { method: "POST", body: values }).then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
      });
    };
    const registered = function () { return navigator.serviceWorker.register(base + "/worker.js"); };
    const on = function () {
      return registered().then(function () { return Notification.requestPermission(); }).then(function (may) {
        if (may !== "granted") { say("denied"); return null; }
        return navigator.serviceWorker.getRegistration(base + "/").then(function (one) {
          const key = atob(bell.dataset.key.replace(/-/g, "+").replace(/_/g, "/"));
          const bytes = Uint8Array.from(key, function (sign) { return sign.charCodeAt(0); });
          return one.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
        }).then(function (ring) { return tell(ring, ""); }).then(function () { say("on"); });
      });
    };
    const off = function () {
      return navigator.serviceWorker.getRegistration(base + "/").then(function (one) {
        return one.pushManager.getSubscription();
      }).then(function (ring) {
        return tell(ring, "yes").then(function () { return ring.unsubscribe(); });
      }).then(function () { say("off"); });
    };
    bell.hidden = false;
    bell.addEventListener("click", function (event) {
      const what = event.target.dataset.ring;
      if (what) (what === "on" ? on() : off()).catch(function () { say("failed"); });
    });
    navigator.serviceWorker.getRegistration(base + "/").then(function (one) {
      return one ? one.pushManager.getSubscription() : null;
    }).then(function (ring) { say(ring ? "on" : "off"); }).catch(function () { say("off"); });
  }
})();
