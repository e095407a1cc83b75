"use strict";
// Steps that a reader chooses. The runs of all orders were recorded when the site was made.
(() => {
  const figure = document.querySelector("figure.laboratory");
  const { columns, outcomes, root, rule, steps, versions } = JSON.parse(figure.querySelector("script").textContent);
  // A node is an array: its step, the number of its outcome in each version, and the next nodes.
  const following = node => node.filter(Array.isArray);
  const outcome = (node, version) => outcomes[node[version + 1]];
  const isWrong = node => versions.some((_, version) => outcome(node, version).isWrong);

  // All runs, each as the nodes from the start to its end.
  const runs = [];
  const collect = path => {
    const next = following(path.at(-1));
    if (next.length) next.forEach(node => collect([...path, node])); else runs.push(path);
  };
  collect([root]);
  const length = Math.max(...runs.map(run => run.length)) - 1;
  let path = [root];

  const element = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  };
  const button = (text, act) => {
    const button = element("button", { type: "button" }, text);
    button.addEventListener("click", () => button.getAttribute("aria-disabled") === "true" || act());
    return button;
  };
  const enable = (button, isEnabled) => button.setAttribute("aria-disabled", !isEnabled);

  const choices = steps.map((step, number) => button(step, () => take(number)));
  const back = button("Back", () => go(path.slice(0, -1)));
  const again = button("Start again", () => go([root]));
  const wrong = button("Next wrong run", () => {
    const all = runs.filter(run => run.some(isWrong));
    go(all.find(run => runs.indexOf(run) > current()) || all[0]);
  });
  const scrub = element("input", { type: "range", min: 0, max: runs.length - 1, "aria-label": "Run" });
  scrub.addEventListener("input", () => go(runs[Number(scrub.value)]));
  const body = element("tbody");
  const names = versions.length > 1
    ? [element("tr", {}, element("td"), ...versions.map(name => element("th", { scope: "colgroup", colspan: columns.length, class: "edge" }, name)))] : [];
  const heads = versions.flatMap(() => columns.map((name, index) => element("th", { scope: "col", class: index ? "" : "edge" }, name)));
  const table = element("table", {}, element("thead", {}, ...names, element("tr", {}, element("th", { scope: "col" }, "step"), ...heads)), body);
  const logs = versions.map(name => element("code", { "aria-label": `What happens, ${name}` }));
  const now = element("p", { class: "now", "aria-live": "polite" });
  figure.querySelector("noscript").replaceWith(
    element("div", { class: "controls steps", role: "group", "aria-label": "The next step" }, ...choices),
    element("div", { class: "wide", tabindex: 0 }, table),
    element("div", { class: "controls" }, back, again, ...(rule ? [wrong] : []), scrub), now,
    element("div", { class: "pair" }, ...logs.map(log => element("pre", { tabindex: 0 }, log))));

  // The first run that begins with the steps that were taken.
  const current = () => runs.findIndex(run => path.every((node, index) => run[index] === node));
  const name = node => node === root ? "start" : steps[node[0]];
  const take = number => {
    const node = following(path.at(-1)).find(([step]) => step === number);
    if (node) go([...path, node]);
  };

  const row = (node, index) => {
    const label = button(index ? `${index} ${name(node)}` : "start", () => go(path.slice(0, index + 1)));
    const differs = columns.map((_, column) => new Set(versions.map((_, version) => outcome(node, version).cells[column])).size > 1);
    const cells = versions.flatMap((_, version) => {
      const { cells, isWrong } = outcome(node, version);
      return cells.map((text, column) => {
        const isMarked = isWrong && column + 1 === cells.length;
        const classes = { edge: !column, lit: differs[column], wrong: isMarked };
        return element("td", { class: Object.keys(classes).filter(name => classes[name]).join(" ") }, isMarked ? `${text} ✗` : text);
      });
    });
    return element("tr", { class: node === path.at(-1) ? "current" : "" }, element("th", { scope: "row" }, label), ...cells);
  };
  const go = to => {
    path = to;
    const next = following(path.at(-1)).map(([step]) => step);
    choices.forEach((choice, number) => enable(choice, next.includes(number)));
    enable(back, path.length > 1);
    enable(again, path.length > 1);
    body.replaceChildren(...path.map(row));
    logs.forEach((log, version) => log.replaceChildren(...(versions.length > 1 ? [element("b", {}, `${versions[version]}\n`)] : []), ...path.slice(1).flatMap((node, index) => [
      element("i", {}, `${index + 1} ${name(node)}\n`),
      ...outcome(node, version).events.map(event => element("span", { class: node === path.at(-1) ? "line lit" : "line" }, `  ${event}`)),
    ])));
    const words = versions.map((version, number) => {
      const { cells, isWrong } = outcome(path.at(-1), number);
      const all = columns.map((column, index) => `${column} ${cells[index]}`).filter((_, index) => cells[index]);
      return (versions.length > 1 ? `${version}: ` : "") + all.join("; ") + (isWrong ? ", which is wrong" : "");
    }).join(". ");
    const order = path.slice(1).map(name).join(", ") || "nothing yet";
    now.textContent = `${path.length - 1} of ${length} steps: ${order}. ${words}.`;
    scrub.value = current();
    scrub.setAttribute("aria-valuetext", `run ${current() + 1} of ${runs.length}: ${order}`);
  };
  figure.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key >= "1" && event.key <= String(steps.length)) take(Number(event.key) - 1);
    else if (event.key === "Backspace" && path.length > 1) go(path.slice(0, -1));
    else return;
    event.preventDefault();
  });
  go([root]);
})();
