// Opens pages of the site in frames, one after the other, and uses them as a reader would.
const seen = {
  errors: [], requests: [], moves: [], isPlayed: false, list: 0, changes: 0, pictures: [],
  moved: [], dragged: "", lockstep: [], runs: [], announced: [],
  hidden: 0, compared: [], comparisons: [], remarks: [], choices: [], results: "", isRevealed: false, read: [],
  progress: "", found: {}, barriers: [], still: "", copied: "", plain: [], printed: [],
};
const root = new URL(".", location.href).href;
const later = time => new Promise(done => setTimeout(done, time));

async function open(path, width = 1200, html = undefined) {
  const frame = document.createElement("iframe");
  frame.style = `width: ${width}px; height: 900px; border: 0`;
  if (html) frame.srcdoc = html; else frame.src = path;
  const loaded = new Promise(done => frame.onload = done);
  document.body.replaceChildren(frame);
  await loaded;
  const page = frame.contentWindow;
  page.addEventListener("error", event => seen.errors.push(`${path}: ${event.message}`));
  await later(50);
  for (const { name } of page.performance.getEntriesByType("resource")) {
    if (!name.startsWith(root) && !name.startsWith("data:")) seen.requests.push(name);
  }
  return page.document;
}
const texts = elements => [...elements].map(element => element.textContent.trim());
const click = (page, name) => [...page.querySelectorAll("button")]
  .find(button => button.textContent === name && !button.closest("[hidden]")).click();

// Moves a slider and records the largest number of changes to the document.
function scrubTo(page, scrub, value) {
  const observer = new MutationObserver(() => {});
  observer.observe(page, { attributes: true, characterData: true, childList: true, subtree: true });
  scrub.value = value;
  scrub.dispatchEvent(new Event("input"));
  seen.changes = Math.max(seen.changes, observer.takeRecords().length);
  observer.disconnect();
}

async function predict() {
  const page = await open("Subjects/publish-subject.html");
  const input = page.querySelector(".guess input");
  const check = text => {
    input.value = text;
    page.querySelector(".predict").requestSubmit();
  };
  const { compared } = page.defaultView.eval("workbook");
  seen.compared = comparedLines.map(([printed, written]) => compared(printed) === compared(written));
  seen.hidden = page.querySelectorAll(".run .line[hidden]").length;
  const remarks = () => texts(page.querySelectorAll(".remark p"));
  check("  observer1:next( 2)");
  check("observer2: next(3)");
  seen.comparisons.push(remarks());
  click(page, "Choose");
  seen.choices = texts(page.querySelectorAll(".choices button"));
  page.querySelectorAll(".choices button")[3].click();
  check("observer1: completed");
  check("nothing");
  seen.comparisons.push(remarks().slice(0, 3));
  seen.remarks = remarks().slice(3);
  seen.results = localStorage.getItem("workbook.predictions");
  seen.isRevealed = !page.querySelector("main [hidden]:not(.predict)");
  return page;
}

async function play(page) {
  const record = () => {
    const mark = page.querySelector(".mark.current");
    seen.moves.push({
      step: page.querySelector(".now").textContent, mark: `${mark.classList[1]} ${mark.textContent}`,
      code: texts(page.querySelectorAll(".swift .lit")).join(), printed: texts(page.querySelectorAll(".run .lit")),
    });
  };
  click(page, "Step");
  record();
  click(page, "Step");
  record();
  page.querySelectorAll(".run .line")[2].click();
  record();
  page.querySelectorAll(".mark")[5].dispatchEvent(new MouseEvent("click"));
  record();
  page.querySelector(".swift .jump").click();
  record();
  click(page, "Play");
  await later(60000);
  record();
  click(page, "Back");
  record();
  seen.isPlayed = texts(page.querySelectorAll(".controls button"))[0] === "Play";
  seen.list = page.querySelectorAll(".picture li").length;
}

// Moves both observers of every kind to every moment with keys, and one of them with the mouse.
async function move() {
  const page = await open("Subjects/after-the-end.html");
  click(page, "Show all");
  const select = page.querySelector(".move select");
  const handle = observer => page.querySelector(`.handle[aria-label^=observer${observer}]`);
  // The event bubbles, because the site turns the page at an arrow key that no control has handled.
  const press = (observer, key) =>
    handle(observer).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  // The printed lines, shortened as in the recorded runs: 12 for `observer1: next(2)`.
  const printed = () => page.querySelectorAll(".move code")[1].textContent
    .replace(/observer|: next\(|\)|\n/g, "").replaceAll(": completed", "|").replace("nothing is printed", "");
  for (let kind = 0; kind < select.length; kind++) {
    select.selectedIndex = kind;
    select.dispatchEvent(new Event("change"));
    const runs = [];
    press(1, "Home");
    for (let first = 0; first <= 5; first++) {
      press(2, "Home");
      for (let second = 0; second <= 5; second++) {
        runs.push(printed());
        press(2, "ArrowRight");
      }
      press(1, "ArrowRight");
    }
    seen.moved.push(runs.join());
  }
  select.selectedIndex = 2;
  select.dispatchEvent(new Event("change"));
  const sent = [...page.querySelectorAll(".move .mark.send")];
  const { right } = sent[1].getBoundingClientRect();
  handle(1).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true }));
  page.defaultView.dispatchEvent(new PointerEvent("pointermove", { clientX: right + 1 }));
  page.defaultView.dispatchEvent(new PointerEvent("pointerup"));
  seen.dragged = page.querySelector(".move .now").textContent;
}

async function lockstep(path) {
  const page = await open(path);
  const figure = page.querySelector(".lockstep");
  const record = () => seen.lockstep.push(figure.querySelector(".now").textContent);
  record();
  const scrub = figure.querySelector("input");
  scrub.value = scrub.max;
  scrub.dispatchEvent(new Event("input"));
  record();
  seen.lockstep.push([...figure.querySelectorAll("tr.lit")].map(row => texts(row.cells).join(" ")).join("; "));
}

// Selects some runs of a laboratory with its slider, then takes the same steps with keys.
async function choose(path) {
  const page = await open(path);
  click(page, "Show all");
  const figure = page.querySelector(".laboratory");
  const scrub = figure.querySelector("input");
  const names = texts(figure.querySelectorAll(".steps button"));
  const press = key => figure.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  const taken = () => texts(figure.querySelectorAll(".wide tbody th")).slice(1).map(text => text.replace(/^\d+ /, ""));
  const shown = () => {
    const logs = [...figure.querySelectorAll("code")].map(log => texts(log.querySelectorAll("span")).join(", "));
    const cells = texts(figure.querySelectorAll(".wide tr.current td"));
    const width = cells.length / logs.length;
    return [taken().join(", "), ...logs.map((log, version) =>
      `${cells.slice(version * width, (version + 1) * width).join("|")}: ${log}`)].join("\n");
  };
  const count = Number(scrub.max) + 1, runs = [];
  for (let run = 0; run < count; run += Math.floor((count + 39) / 40)) {
    scrubTo(page, scrub, run);
    runs.push(shown());
    const steps = taken();
    click(page, "Start again");
    for (const step of steps) press(String(names.indexOf(step) + 1));
    if (shown() !== runs.at(-1)) seen.errors.push(`${path}: by keys ${shown()}`);
  }
  seen.runs.push(runs);
  scrub.value = count - 1;
  scrub.dispatchEvent(new Event("input"));
  press("Backspace");
  seen.announced.push(figure.querySelector(".now").textContent);
}

// Moves a picture through all of its steps. The first event highlights the whole picture.
function measure(page) {
  const scrub = page.querySelector(".controls input");
  seen.pictures.push(page.querySelector(".picture svg") ? "drawn" : "missing");
  scrub.dispatchEvent(new Event("input"));
  for (let to = 0; to <= Number(scrub.max); to++) scrubTo(page, scrub, to);
}

// Marks a page as read and copies the command of its run. Then reads the progress and the picture's
// first button on the front page.
async function mark() {
  const page = await open("Subjects/hub.html");
  click(page, "Mark as read");
  seen.read = [...page.querySelectorAll("a.read")].map(link => link.getAttribute("href"));
  Object.defineProperty(page.defaultView.navigator, "clipboard", { value: { writeText: text => seen.copied = text } });
  page.querySelector("figure.run .copy").click();
  const front = await open("index.html");
  seen.progress = texts(front.querySelectorAll(".progress"))[0];
  seen.still = texts(front.querySelectorAll(".controls button"))[0];
}

async function search(question) {
  const page = await open(`search.html?q=${encodeURIComponent(question)}`);
  await later(200);
  const results = [...page.querySelectorAll("#results li")].slice(0, 1).map(item => {
    const [link, small, line] = item.children;
    return [link.textContent, small.textContent, line ? line.textContent.trim() : ""].join(" | ");
  });
  seen.found[question] = [page.querySelector("#found").textContent, ...results];
}

// Finds accessibility problems on a desktop in light and dark, and on a phone.
async function inspect(path) {
  const page = await open(path);
  for (const [width, theme] of [[390, "dark"], [1280, "dark"], [1280, "light"]]) {
    page.defaultView.frameElement.style.width = `${width}px`;
    page.documentElement.dataset.theme = theme;
    for (const barrier of barriers(page)) seen.barriers.push(`${path} at ${width}, ${theme}: ${barrier}`);
  }
}

const isShown = element => element.checkVisibility() && element.getClientRects().length > 0;

// Reads the elements that a page shows without scripts.
async function readPlainly(path) {
  const request = new XMLHttpRequest();
  request.open("GET", path, false);
  request.send();
  const html = request.responseText.replace(/<script.*<\/script>/g, "")
    .replace("<head>", `<head><base href="${new URL(path, root)}">`);
  const page = await open(path, 390, html);
  seen.plain = [".contents a[aria-current]", ".run code", ".picture svg", ".predict, button"]
    .map(selector => `${selector}: ${[...page.querySelectorAll(selector)].some(isShown)}`);
  for (const barrier of barriers(page)) seen.barriers.push(`${path} without scripts: ${barrier}`);
}

// Checks the printed form of a page before its reader has predicted a line.
async function print(path) {
  const page = await open(path, 700);
  const unfolded = page.querySelectorAll("details[open]").length;
  page.defaultView.dispatchEvent(new Event("beforeprint"));
  for (const rule of page.styleSheets[0].cssRules) {
    if (rule.media?.mediaText === "print") rule.media.mediaText = "all";
  }
  const all = (selector, holds) => [...page.querySelectorAll(selector)].every(holds);
  seen.printed = [
    all(".top, .contents, .controls, .predict, .turn, .copy", element => !isShown(element)),
    all(".run .line, .picture svg", isShown), all("details", ({ open }) => open),
    all(".later", element => page.defaultView.getComputedStyle(element).opacity === "1"),
    page.scrollingElement.scrollWidth <= page.scrollingElement.clientWidth,
  ];
  page.defaultView.dispatchEvent(new Event("afterprint"));
  seen.printed.push(unfolded === page.querySelectorAll("details[open]").length && !all("details", ({ open }) => open));
}

onload = async () => {
  localStorage.clear();
  await play(await predict());
  await move();
  await lockstep("StorageChain/get-after-change.html");
  await lockstep("Repository/cached-as-written.html");
  await choose("Moments/moments-late-answer.html");
  await choose("StorageChain/failed-write.html");
  await choose("ConfinedStore-inside/versions.html");
  for (const path of pictures) measure(await open(path));
  await mark();
  for (const question of questions) await search(question);
  for (const path of inspected) await inspect(path);
  await readPlainly("Subjects/hub.html");
  localStorage.clear();
  await print("StorageChain/failed-write.html");
  const note = document.createElement("pre");
  note.id = "seen";
  note.textContent = JSON.stringify(seen);
  document.body.replaceChildren(note);
};
