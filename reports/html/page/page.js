"use strict";
// The page is complete without this script, which only adds folding by links, the filter and copy buttons.

// Opens the folded elements around the target of a link.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  target.scrollIntoView();
  (target.tagName === "DETAILS" ? target.firstElementChild : target).focus({ preventScroll: true });
}
addEventListener("hashchange", reveal);
// A second click on the same link does not change the hash.
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});
reveal();

// Copy buttons, if the browser supports them.
if (navigator.clipboard)
  for (const place of document.querySelectorAll(".replay")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(place.querySelector("code").textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(place.querySelector("code"));
        button.textContent = "Selected";
      }
    });
    place.append(button);
  }

// The filter: a line must contain every word; * matches anything.
const form = document.getElementById("filter");
const words = document.getElementById("words");
const matches = document.getElementById("matches");
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());

const entry = (element) => ({ element, text: element.textContent.toLowerCase() });
let index;
function indexed() {
  index ??= {
    findings: [...document.querySelectorAll(".finding")].map(entry),
    builtins: [...document.querySelectorAll(".builtin")].map((element) => ({
      element,
      cells: [...element.querySelectorAll(".cell")].map((cell) => ({
        element: cell,
        link: document.querySelector(`.matrix a[href="#${CSS.escape(cell.dataset.of)}"]`),
        lines: [...cell.querySelectorAll("li")].map((line) => ({
          ...entry(line),
          cards: [...line.querySelectorAll("a")].map((link) => link.getAttribute("href").slice(1)),
        })),
      })),
    })),
  };
  return index;
}
function pattern(word) {
  return new RegExp(word.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, "\\S*"));
}
// Hides the items that do not fit, and returns the number of those that do.
function show(items, fits) {
  let shown = 0;
  for (const item of items) {
    const fit = fits(item);
    if (item.element.hidden === fit) item.element.hidden = !fit;
    shown += fit;
  }
  return shown;
}
const mostOpened = 300;
function filter() {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean).map(pattern);
  const fits = (item) => wanted.every((word) => word.test(item.text));
  const { findings, builtins } = indexed();
  const linked = new Set();
  let shown = 0, all = 0;
  for (const builtin of builtins) {
    let here = 0;
    for (const cell of builtin.cells) {
      const lines = show(cell.lines, fits);
      for (const line of cell.lines) if (!line.element.hidden) line.cards.forEach((card) => linked.add(card));
      cell.element.hidden = lines === 0;
      cell.link?.classList.toggle("faded", lines === 0);
      here += lines;
      all += cell.lines.length;
    }
    builtin.element.hidden = here === 0;
    shown += here;
  }
  // A card is also shown if a shown case links to it.
  const found = show(findings, (item) => fits(item) || linked.has(item.element.id));
  for (const { element } of builtins) element.open = wanted.length !== 0 && shown <= mostOpened;
  matches.textContent = wanted.length ? `${shown} of ${all} cases, ${found} of ${findings.length} findings` : "";
}
let waiting;
words.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(filter, 120);
});
