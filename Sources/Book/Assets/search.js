"use strict";
// Finds the pages and sections that have all words of a question. A phrase in quotation marks, and
// a word with signs in it such as next(3), are looked for as they are written.
(() => {
  const input = document.querySelector("form[role=search] input");
  const found = document.getElementById("found");
  const results = document.getElementById("results");
  const kinds = [["text", 1, ""], ["code", .6, "in code"], ["output", .6, "a line of output"]];
  const shown = 40;
  let entries = [];

  const isLetter = text => /[\p{L}\p{N}]/u.test(text);
  const termsOf = question => [...question.toLowerCase().matchAll(/"([^"]*)"?|(\S+)/gu)]
    .map(([, phrase, word]) => phrase === undefined
      ? { text: word.replace(/^[.,;:!?'’]+|[.,;:!?'’]+$/gu, "") } : { text: phrase.trim(), isPhrase: true })
    .filter(term => isLetter(term.text));

  // The rank of a term in a text: as a word, at the beginning of one, or inside of one; else 0.
  const weight = (text, term) => {
    let best = 0;
    for (let place = text.indexOf(term); place >= 0 && best < 3; place = text.indexOf(term, place + 1)) {
      const begins = place === 0 || !isLetter(text[place - 1]);
      const ends = place + term.length === text.length || !isLetter(text[place + term.length]);
      best = Math.max(best, 1 + begins + (begins && ends));
    }
    // A short word is no part of another one.
    return term.length < 3 && best < 3 ? 0 : best;
  };
  // An entry's score, and the passage with most of the terms. Nil if a term is missing.
  const judge = (entry, terms, phrase) => {
    const { title, slug } = entry.lower;
    const best = terms.map(term => 14 * weight(title, term) + 8 * weight(slug, term));
    let score = phrase && title.includes(phrase) ? 60 : 0;
    let passage = entry.text.length ? { text: entry.text[0], name: "" } : undefined, most = 0;
    for (const [kind, factor, name] of kinds) {
      entry.lower[kind].forEach((text, index) => {
        let sum = phrase && text.includes(phrase) ? 12 * factor : 0;
        terms.forEach((term, number) => {
          const points = factor * weight(text, term);
          sum += points;
          best[number] += Math.min(points, 3 + 12 / (1 + best[number]));
        });
        if (sum > most) [most, passage] = [sum, { text: entry[kind][index], name }];
      });
    }
    if (best.some(points => points === 0)) return undefined;
    score += 2 * most + best.reduce((sum, points) => sum + points, 0);
    // An id repeats in one sentence what a chapter shows.
    return { entry, passage, score: entry.isID ? score / 2 : score };
  };

  const marked = (text, terms) => {
    const lower = text.toLowerCase();
    const first = Math.min(...terms.map(term => lower.indexOf(term)).filter(place => place >= 0), text.length);
    const start = first > 90 ? text.indexOf(" ", first - 80) + 1 : 0;
    const end = Math.min(text.length, start + 220);
    const parts = [start ? "… " : ""];
    let place = start;
    while (place < end) {
      const next = terms.map(term => [lower.indexOf(term, place), term]).filter(([at]) => at >= 0 && at < end)
        .sort(([a, one], [b, other]) => a - b || other.length - one.length)[0];
      if (!next) break;
      const mark = document.createElement("mark");
      mark.textContent = text.slice(next[0], next[0] + next[1].length);
      parts.push(text.slice(place, next[0]), mark);
      place = next[0] + next[1].length;
    }
    return [...parts, text.slice(place, Math.max(place, end)), end < text.length ? " …" : ""];
  };
  const small = text => {
    const element = document.createElement("small");
    element.textContent = text;
    return element;
  };
  const show = ({ entry, passage }, terms) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = entry.path;
    link.append(...marked(entry.title, terms));
    item.append(link, " ", small([entry.slug, entry.context].filter(Boolean).join(" · ")));
    if (passage) {
      const text = document.createElement(passage.name ? "code" : "span");
      text.append(...marked(passage.text, terms));
      const line = document.createElement("p");
      line.append(text, passage.name ? " " : "", small(passage.name));
      item.append(line);
    }
    return item;
  };
  const find = terms => {
    const phrase = terms.length > 1 && terms.join(" ");
    return !terms.length ? [] : entries.map(entry => judge(entry, terms, phrase)).filter(Boolean)
      .sort((a, b) => b.score - a.score);
  };
  const search = () => {
    const given = termsOf(input.value);
    let terms = given.map(term => term.text), hits = find(terms);
    history.replaceState(null, "", input.value ? `?q=${encodeURIComponent(input.value)}` : location.pathname);
    if (!hits.length) {
      // Other forms of the words: "cached" for "caching".
      const stems = given.map(({ text, isPhrase }) => isPhrase || text.length <= 5 ? text : text.replace(/(ing|ed|es|s)$/u, ""));
      const others = find(stems);
      if (others.length) [terms, hits] = [stems, others];
    }
    found.textContent = !terms.length ? "Type words, a “phrase in quotation marks”, the name of a type or of a page, or an id such as E-01."
      : hits.length === 0 ? `No page has all of this: ${terms.join(", ")}`
      : hits.length === 1 ? "1 place"
      : `${hits.length} places, ${hits.length > shown ? `the best ${shown}` : "the best first"}`;
    results.replaceChildren(...hits.slice(0, shown).map(hit => show(hit, terms)));
  };

  const script = document.createElement("script");
  script.src = "index.js";
  script.onload = () => {
    const lower = text => (text || "").toLowerCase();
    entries = window.bookIndex.map(entry => ({
      ...entry, isID: /^[ERS]\d?-\d\d$/.test(entry.title),
      lower: {
        title: lower(entry.title), slug: lower(entry.slug),
        ...Object.fromEntries(kinds.map(([kind]) => [kind, entry[kind].map(lower)])),
      },
    }));
    input.value = new URLSearchParams(location.search).get("q") || "";
    input.addEventListener("input", search);
    input.form.addEventListener("submit", event => event.preventDefault());
    input.focus();
    search();
  };
  document.head.append(script);
})();
