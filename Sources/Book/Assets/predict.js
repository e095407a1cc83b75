"use strict";
// Asks for each line that a page prints before it is shown, as `--predict` does.
(() => {
  const figure = document.querySelector("figure.run");
  if (!figure) return;
  const run = figure.dataset.run;
  const code = figure.querySelector("code");
  const [command, ...printed] = workbook.lines(code);
  const rest = [];
  for (let next = figure.nextElementSibling; next && !next.matches(".done, .turn"); next = next.nextElementSibling) {
    if (!next.matches(".exercise")) rest.push(next);
  }
  const form = document.createElement("form");
  form.className = "predict";
  form.innerHTML = `<p class="count"></p>
    <div class="guess"><input aria-label="The line that you expect" autocomplete="off" autocapitalize="off"
      spellcheck="false"><button>Check</button><button type="button" class="choose">Choose</button>
      <button type="button" class="show">Show all</button></div>
    <div class="choices"></div>`;
  const remark = document.createElement("div");
  remark.className = "remark";
  remark.setAttribute("role", "status");
  const again = document.createElement("button");
  again.type = "button";
  again.className = "again";
  figure.append(form, remark, again);
  const input = form.querySelector("input");
  const choices = form.querySelector(".choices");
  const { compared } = workbook;
  const plain = text => text.trim().replace(/\s+/g, " ");
  const texts = printed.map(line => plain(line.textContent));
  let place = 0, wrong = [];

  const results = () => workbook.load("workbook.predictions", {});
  const keep = result => workbook.store("workbook.predictions", { ...results(), [run]: result });
  const sum = ({ asked, right, first }) => !asked ? "The page was shown without a prediction."
    : `${right} of ${asked} lines predicted` + (first ? `; the first wrong one was line ${first}.` : ".");

  const reveal = () => {
    printed.forEach(line => line.hidden = false);
    rest.forEach(part => part.hidden = false);
    form.hidden = true;
    again.hidden = false;
    const result = results()[run];
    again.textContent = result && result.asked ? "Predict it again" : "Predict it";
    document.dispatchEvent(new Event("reveal"));
  };
  const finish = isComplete => {
    const asked = place;
    keep({ asked, right: asked - wrong.length, first: wrong[0] });
    if (isComplete || asked) say(sum(results()[run]));
    reveal();
    again.focus();
  };
  const say = (...parts) => {
    const line = document.createElement("p");
    line.append(...parts);
    remark.append(line);
  };
  const ask = () => {
    form.querySelector(".count").textContent = `Line ${place + 1} of ${printed.length}: what does the page print?`;
    input.value = "";
    choices.replaceChildren();
  };
  const begin = () => {
    [place, wrong] = [0, []];
    remark.replaceChildren();
    printed.forEach(line => {
      line.hidden = true;
      line.classList.remove("right", "wrong");
    });
    rest.forEach(part => part.hidden = true);
    form.hidden = false;
    again.hidden = true;
    ask();
  };

  // Where two texts differ: what both begin with and what both end with is left out.
  const marked = (text, other) => {
    let start = 0, end = 0;
    while (start < text.length && text[start] === other[start]) start++;
    while (end < Math.min(text.length, other.length) - start && text.at(-1 - end) === other.at(-1 - end)) end++;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(start, text.length - end) || "\u00a0";
    return [text.slice(0, start), mark, text.slice(text.length - end)];
  };
  const explain = guess => {
    const expected = texts[place];
    const row = (name, parts) => {
      const label = document.createElement("small");
      label.textContent = name;
      const text = document.createElement("code");
      text.append(...parts);
      say(label, " ", text);
    };
    row("yours", marked(guess, expected));
    row("printed", marked(expected, guess));
    const elsewhere = texts.findIndex((text, index) => compared(text) === compared(guess) && index !== place);
    say(elsewhere < 0 ? "The page does not print your line."
      : `The page prints your line ${elsewhere < place ? "earlier" : "later"}, as line ${elsewhere + 1}.`);
  };
  const take = guess => {
    const isRight = compared(guess) === compared(texts[place]);
    printed[place].hidden = false;
    printed[place].classList.add(isRight ? "right" : "wrong");
    remark.replaceChildren();
    if (!isRight) {
      wrong.push(place + 1);
      explain(plain(guess));
    }
    place++;
    if (place === printed.length) finish(true);
    else {
      ask();
      input.focus();
    }
  };

  form.addEventListener("submit", event => {
    event.preventDefault();
    if (compared(input.value)) take(input.value);
  });
  form.querySelector(".show").addEventListener("click", () => finish(false));
  form.querySelector(".choose").addEventListener("click", () => {
    // Lines that are still to come first; sorted, so that the order gives nothing away.
    const others = [...texts.slice(place + 1), ...texts.slice(0, place)].filter(text => text !== texts[place]);
    const offered = [texts[place], ...new Set(others)].slice(0, 4).sort();
    choices.replaceChildren(...offered.map(text => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => take(text));
      return button;
    }));
    choices.querySelector("button").focus();
  });
  again.addEventListener("click", () => {
    begin();
    input.focus();
  });

  const linked = document.getElementById(location.hash.slice(1));
  const isLinkedTo = rest.some(part => part.contains(linked));
  const earlier = results()[run];
  if (earlier && earlier.asked) say(`Last time: ${sum(earlier)}`);
  if (earlier || isLinkedTo || !printed.length) reveal();
  else begin();
})();
