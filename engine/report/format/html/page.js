"use strict";
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const rule = document.getElementById("rule");
  const unit = document.getElementById("unit");
  const text = document.getElementById("text");
  const shown = document.getElementById("shown");
  const sections = [...document.querySelectorAll("section")].map((node) => ({
    node,
    articles: [...node.querySelectorAll("article")].map((one) => ({ node: one, words: null })),
  }));
  const total = sections.reduce((sum, one) => sum + one.articles.length, 0);
  const apply = () => {
    const severities = new Set([...form.elements.severity ? form.querySelectorAll("[name=severity]:checked") : []].map((box) => box.value));
    const words = text.value.toLowerCase().trim();
    let count = 0;
    for (const section of sections) {
      const here = unit.value === "" || section.node.dataset.unit === unit.value;
      let some = false;
      for (const one of section.articles) {
        let ok = here && severities.has(one.node.dataset.severity) && (rule.value === "" || one.node.dataset.rule === rule.value);
        if (ok && words !== "") {
          if (one.words === null) one.words = (one.node.textContent + " " + section.node.firstElementChild.textContent).toLowerCase();
          ok = one.words.includes(words);
        }
        one.node.hidden = !ok;
        if (ok) { some = true; count++; }
      }
      section.node.hidden = !some;
    }
    shown.textContent = count + " of " + total + (total === 1 ? " finding" : " findings") + " shown";
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      text.focus();
    }
  });
  form.hidden = false;
  apply();
})();
