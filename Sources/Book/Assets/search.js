"use strict";
// Finds the pages that have all words of a question. Each word may be a part of a longer one.
(() => {
  const input = document.querySelector("form[role=search] input");
  const found = document.getElementById("found");
  const results = document.getElementById("results");
  let words = [];

  const search = () => {
    const asked = input.value.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) || [];
    const scores = window.bookIndex.pages.map(() => 0);
    let left = new Set(asked.length ? scores.keys() : []);
    for (const part of asked) {
      const here = new Set();
      for (const [word, ...pages] of words) {
        if (!word.includes(part)) continue;
        for (const page of pages) {
          here.add(page);
          scores[page] += word === part ? 3 : word.startsWith(part) ? 2 : 1;
        }
      }
      window.bookIndex.pages.forEach(([, title], page) => {
        if (title.toLowerCase().includes(part)) scores[page] += 40;
      });
      left = new Set([...left].filter(page => here.has(page)));
    }
    const order = [...left].sort((a, b) => scores[b] - scores[a] || a - b);
    found.textContent = !asked.length ? "" : order.length === 0
      ? "No page has all of these words."
      : order.length === 1 ? "1 page" : `${order.length} pages`;
    results.replaceChildren(...order.slice(0, 60).map(page => {
      const [path, title, context] = window.bookIndex.pages[page];
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = path;
      link.textContent = title;
      const small = document.createElement("small");
      small.textContent = context;
      item.append(link, " ", small);
      return item;
    }));
  };

  const script = document.createElement("script");
  script.src = "index.js";
  script.onload = () => {
    words = window.bookIndex.words.split("\n").map(line => {
      const [word, ...steps] = line.split(" ");
      let page = 0;
      return [word, ...steps.map(step => page += parseInt(step, 36))];
    });
    input.value = new URLSearchParams(location.search).get("q") || "";
    input.addEventListener("input", search);
    input.form.addEventListener("submit", event => event.preventDefault());
    input.focus();
    search();
  };
  document.head.append(script);
})();
