"use strict";
// On every page: marks of the pages that were read, and keys.
const workbook = {
  // A browser may refuse to keep anything, for example in a private window.
  load(key, none) {
    try { return JSON.parse(localStorage.getItem(key)) || none; } catch { return none; }
  },
  store(key, value) {
    try { localStorage.setItem(key, JSON.stringify(value)); } catch { }
  },
  // An element for each line of a block of code.
  lines(code) {
    if (!code.querySelector(".line")) {
      code.innerHTML = code.innerHTML.split("\n").map(line => `<span class="line">${line || " "}\n</span>`).join("");
    }
    return [...code.querySelectorAll(".line")];
  },
  // The parts of a reader's line that are compared: see Sources/Terminal/ComparedText.swift.
  compared(text) {
    const withoutKeys = text.replace(/\x1b(?:\[\[.|\[[0-?]*[ -/]*[@-~]|O.)/gu, "");
    return withoutKeys.replace(/[\p{White_Space}\p{Cc}]/gu, "").normalize();
  },
};

(() => {
  const page = document.body.dataset.page;
  const { load, store } = workbook;

  // Progress.
  const read = new Set(load("workbook.read", []));
  const pathOf = link => new URL(link.href).pathname;
  const root = new URL("../".repeat(page.split("/").length - 1) || "./", location.href).pathname;
  const showRead = () => {
    for (const link of document.querySelectorAll(".contents a, .pages a, td.exercises a")) {
      const isRead = read.has(decodeURI(pathOf(link).slice(root.length)));
      link.classList.toggle("read", isRead);
      if (isRead) link.title = "read"; else link.removeAttribute("title");
    }
    // The reader's progress in each chapter, on the first page.
    for (const chapter of document.querySelectorAll("[data-pages]")) {
      const paths = chapter.dataset.pages.split(" ");
      const left = paths.filter(path => !read.has(path));
      const progress = chapter.querySelector(".progress");
      progress.textContent = left.length === paths.length ? "" : `${paths.length - left.length} of ${paths.length} pages read`;
      if (left.length && progress.textContent) {
        const next = document.createElement("a");
        next.href = left[0];
        next.textContent = "go on";
        progress.append(", ", next);
      }
    }
  };
  showRead();
  if (document.body.classList.contains("section")) {
    const button = document.createElement("button");
    button.className = "done";
    const label = () => {
      button.classList.toggle("right", read.has(page));
      button.textContent = read.has(page) ? "Marked as read" : "Mark as read";
    };
    button.addEventListener("click", () => {
      if (!read.delete(page)) read.add(page);
      store("workbook.read", [...read]);
      label();
      showRead();
    });
    label();
    document.querySelector(".turn").before(button);
  }

  // Printed, a page shows everything that is folded.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    opened.forEach(part => part.open = true);
  });
  addEventListener("afterprint", () => opened.forEach(part => part.open = false));

  // Keys: arrows turn the page, / goes to the search.
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, figure, .wide")) return;
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = rel && document.querySelector(`.turn a[rel=${rel}]`);
    if (link) link.click();
    const search = document.querySelector("form[role=search] input");
    if (event.key === "/" && search) {
      event.preventDefault();
      search.focus();
    }
  });
})();
