"use strict";
// Draws a recording by the rules of the pictures in the terminal.
//
// Returns the picture, and its steps in their order: the number of the event, its mark, and what happens in words.
workbook.draw = ({ picture, parts, events }) => {
  const svgElement = (name, attributes = {}, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const charWidth = 7.3, rowHeight = 36;
  const widthOf = text => text.length * charWidth;

  // The words of an event, and its mark.
  const verbs = {
    send: "sends", subscribe: "subscribes", receive: "receives", dispose: "ends its subscription", lock: "locks",
    unlock: "unlocks", open: "opens at version", pin: "is at version", release: "gives up its version", commit: "commits version", read: "reads",
    write: "writes", init: "is created", deinit: "is released",
  };
  // An object is created and released; a process, which has a text, begins and ends.
  const verbOf = ({ kind, text }) => text && { init: "begins", deinit: "ends" }[kind] || verbs[kind];
  const words = event => {
    const who = event.from && event.to && event.kind === "call" ? `${event.from} calls ${event.to}:`
      : event.kind === "return" ? `${event.from} returns` : event.to || event.from || "the page";
    const verb = event.kind === "complete" ? (event.to ? "receives completed" : "completes")
      : event.kind === "error" ? (event.to ? "receives the error" : "fails")
      : event.kind === "line" ? "prints" : verbOf(event) || "";
    return [who, verb, event.text].filter(Boolean).join(" ");
  };
  const phrase = event => {
    const verb = event.kind === "complete" ? (event.to ? "receives completed" : "completes")
      : event.kind === "error" ? (event.to ? "receives the error" : "fails")
      : ["call", "return", "line", "send"].includes(event.kind) ? "" : verbOf(event);
    return [verb, event.text].filter(Boolean).join(" ");
  };
  // What a call returns that makes no other call. Undefined for others.
  const leafResult = index => {
    const next = events.slice(index + 1).find(event => event.kind !== "line");
    return next && next.kind === "return" && next.inside === index + 1 ? next.text : undefined;
  };

  // Each picture is a list of marks: the event, and its elements; beside it, what is always there.
  const drawing = svgElement("svg", { role: "img" });
  const steps = [];
  const addStep = (index, elements) => {
    const group = svgElement("g", { class: `mark ${events[index].kind}` });
    group.append(...elements);
    drawing.append(group);
    steps.push({ index, group });
  };
  const sized = (width, height) => {
    drawing.setAttribute("viewBox", `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`);
    drawing.setAttribute("width", Math.ceil(width));
    // It shrinks a little to fit, and scrolls where that is not enough.
    drawing.style = `min-width: ${Math.ceil(width * 0.85)}px; max-width: 100%`;
  };
  const label = (text, x, y, attributes = {}) => svgElement("text", { x, y, ...attributes }, text);

  // Rows over time: marbles and versions. A cell has marks beside each other.
  const drawRows = (rows, columnCount) => {
    const markWidth = mark => Math.max(26, widthOf(mark.text) + 14);
    const widths = Array.from({ length: columnCount }, (_, column) => Math.max(20, ...rows.map(
      row => (row.cells[column] || []).reduce((sum, mark) => sum + markWidth(mark), 0))));
    const left = Math.max(...rows.map(row => widthOf(row.name))) + 24;
    const starts = widths.reduce((places, width) => [...places, places.at(-1) + width + 12], [left]);
    rows.forEach((row, number) => {
      const y = number * rowHeight + 22;
      drawing.append(label(row.name, 0, y + 4, { class: "name" }));
      const columns = Object.keys(row.cells).map(Number);
      const [first, last] = [Math.min(...columns), Math.max(...columns)];
      drawing.append(svgElement("line", {
        x1: starts[first], x2: row.goesOn ? starts[columnCount] : starts[last] + widths[last], y1: y, y2: y, class: "time",
      }));
    });
    const marks = rows.flatMap((row, number) => Object.entries(row.cells).flatMap(([column, cell]) => {
      let x = starts[column];
      return cell.map(mark => {
        const width = markWidth(mark), center = x + width / 2, y = number * rowHeight + 22;
        x += width;
        return { index: mark.index, elements: shapes(mark, center, y, width) };
      });
    }));
    marks.sort((a, b) => a.index - b.index).forEach(mark => addStep(mark.index, mark.elements));
    sized(starts[columnCount] + 8, rows.length * rowHeight + 8);
  };
  const shapes = ({ shape, text }, x, y, width) => {
    const bar = (dx, dy1, dy2) => svgElement("line", { x1: x + dx, x2: x + dx, y1: y + dy1, y2: y + dy2 });
    switch (shape) {
      case "|": return [bar(0, -12, 12)];
      case "X": return [svgElement("path", { d: `M${x - 8} ${y - 8}l16 16m0-16l-16 16` })];
      case "!": return [svgElement("path", { d: `M${x - 5} ${y - 9}v18m5 0v-18` })];
      case "^": return [svgElement("path", { d: `M${x - 7} ${y + 10}l7-12 7 12z`, class: "filled" }),
        ...(text ? [label(text, x, y - 7, { "text-anchor": "middle" })] : [])];
      default: return [
        svgElement("rect", { x: x - (width - 4) / 2, y: y - 12, width: width - 4, height: 24, rx: 12 }),
        label(text, x, y + 4, { "text-anchor": "middle" })];
    }
  };

  const drawMarbles = () => {
    const rows = parts.map(name => ({ name, cells: {}, hasEnded: false, isObserver: false }));
    const columns = new Map();
    let count = 0, disposals;
    const addColumn = () => {
      disposals = undefined;
      return count++;
    };
    const columnAround = event => {
      for (let order = event.inside; order; order = events[order - 1].inside) {
        if (columns.has(order)) return columns.get(order);
      }
    };
    events.forEach((event, index) => {
      const around = columnAround(event);
      const put = (part, column, shape, text = "") => {
        const row = rows.find(row => row.name === part);
        if (!row) return;
        (row.cells[column] ||= []).push({ index, shape, text });
        row.hasEnded = "|X!".includes(shape);
        if (shape === "^") row.isObserver = true;
      };
      const shape = { complete: "|", error: "X", dispose: "!", subscribe: "^" }[event.kind] || "o";
      const isSent = ["send", "complete", "error"].includes(event.kind) && event.from;
      if (isSent || event.kind === "subscribe") {
        const column = addColumn();
        columns.set(index + 1, column);
        put(isSent ? event.from : event.to, column, shape, event.kind === "send" ? event.text : "");
      } else if (["receive", "complete", "error"].includes(event.kind)) {
        put(event.to, around ?? addColumn(), shape, event.kind === "receive" ? event.text : "");
      } else if (event.kind === "dispose") {
        const row = rows.find(row => row.name === event.to);
        if (!row || row.hasEnded || !Object.keys(row.cells).length) return;
        const column = around ?? disposals ?? addColumn();
        if (around === undefined) disposals = column;
        put(event.to, column, shape);
      }
    });
    rows.forEach(row => row.goesOn = row.isObserver && !row.hasEnded);
    drawRows(rows.filter(row => Object.keys(row.cells).length), count);
  };

  const drawVersions = () => {
    const rows = parts.map(name => ({ name, cells: {}, goesOn: false }));
    let count = 0;
    events.forEach((event, index) => {
      const shape = {
        open: "^", subscribe: "^", pin: "o", read: "o", receive: "o", commit: "o", release: "!", dispose: "!",
      }[event.kind];
      const row = rows.find(row => row.name === event.to);
      if (!shape || !row) return;
      const text = shape === "!" ? "" : (event.kind === "commit" ? "+" : "") + event.text;
      row.cells[count++] = [{ index, shape, text }];
      row.goesOn = shape !== "!" && (row.goesOn || shape === "^");
    });
    drawRows(rows.filter(row => Object.keys(row.cells).length), count);
  };

  // Columns with arrows and notes below each other: calls between parts, or what each thread does.
  const drawColumns = (names, rows) => {
    const widths = names.map(name => Math.max(64, widthOf(name) + 20));
    const at = name => names.indexOf(name);
    for (const row of rows) {
      if (row.from === row.to) widths[at(row.to)] = Math.max(widths[at(row.to)], widthOf(row.text) + 28);
    }
    for (const row of rows) {
      if (row.from === row.to) continue;
      const [start, end] = [at(row.from), at(row.to)].sort((a, b) => a - b);
      const missing = widthOf(row.text) + 36 - widths.slice(start, end).reduce((a, b) => a + b, 0);
      if (missing > 0) widths[end - 1] += missing;
    }
    const places = widths.reduce((sums, width) => [...sums, sums.at(-1) + width], [6]);
    const height = 40 + rows.length * 28;
    names.forEach((name, index) => {
      drawing.append(label(name, places[index], 14, { class: "name" }),
        svgElement("line", { x1: places[index], x2: places[index], y1: 24, y2: height, class: "time" }));
    });
    rows.forEach((row, number) => {
      const y = 50 + number * 28, from = places[at(row.from)], to = places[at(row.to)];
      if (row.from === row.to) {
        addStep(row.index, [svgElement("circle", { cx: to, cy: y - 4, r: 4, class: "filled" }), label(row.text, to + 12, y)]);
      } else {
        const tip = to > from ? -8 : 8;
        addStep(row.index, [
          svgElement("path", { d: `M${from} ${y}H${to}m${tip} -5l${-tip} 5 ${tip} 5` }),
          label(row.text, Math.min(from, to) + 12, y - 6)]);
      }
    });
    sized(places.at(-1) + 8, height + 4);
  };
  const drawCalls = () => {
    const rows = [], ended = new Set();
    events.forEach((event, index) => {
      if (event.kind === "line" || event.kind === "return" && (!event.text || ended.has(event.inside))) return;
      let text = phrase(event);
      const result = event.kind === "call" ? leafResult(index) : undefined;
      if (result !== undefined) {
        ended.add(index + 1);
        if (result) text += ` → ${result}`;
      }
      const to = event.to || event.from;
      if (to) rows.push({ index, from: event.from && event.to ? event.from : to, to, text });
    });
    drawColumns([...parts].sort((a, b) => (b === "page") - (a === "page")), rows);
  };
  // What one thread passes to another is an arrow: a call of which the first step is elsewhere, and its result; a message
  // to a part that has the name of a thread; a message of a part that was last on another thread.
  const drawLanes = () => {
    const rows = [], threads = new Set(["main", ...events.map(event => event.thread)]);
    const places = {}, continued = {};
    let drawn;
    events.forEach((event, index) => {
      const { kind, thread, from, to } = event;
      const row = (text, source = thread, target = thread) => rows.push({ index, from: source, to: target, text });
      const functionOn = lane => ([lane, thread].includes(to) || !to ? "" : `${to}.`) + event.text;
      const isRepeated = kind === "line" && event.text === drawn;
      drawn = undefined;
      if (isRepeated) return;
      const next = events[index + 1];
      const place = from !== "page" && kind === "send" && places[from];
      if (kind === "line") {
        row(event.text.replace(`${thread}: `, ""));
      } else if (kind === "return") {
        if (event.text && continued[event.inside]) row(event.text, continued[event.inside]);
      } else if (kind === "call") {
        const first = events.slice(index + 1).find(inner => inner.inside === index + 1 && inner.kind !== "return");
        if (first && first.thread !== thread) {
          continued[index + 1] = first.thread;
          row(functionOn(first.thread), thread, first.thread);
        } else {
          const result = leafResult(index);
          row(functionOn(thread) + (result ? ` → ${result}` : ""));
        }
      } else if (kind === "send" && to !== thread && threads.has(to)) {
        row(event.text, thread, to);
      } else if (kind === "send") {
        const text = to === "page" ? `${from}: ${event.text}` : from === to ? `${to} ${event.text}` : functionOn(thread);
        if (place && place !== thread) {
          row(text, place, thread);
          drawn = event.text;
        } else if (next?.kind !== "line" || next.text !== event.text) {
          row(text);
        }
      } else {
        const part = to || from;
        row([part === thread ? "" : part, phrase(event)].filter(Boolean).join(" "));
      }
      if (kind === "call" || kind === "send" && (from === to || !places[from])) places[from] = thread;
      else if (kind !== "send" && kind !== "return" && to) places[to] = thread;
    });
    drawColumns([...threads].filter(name => rows.some(row => row.from === name || row.to === name)), rows);
  };
  ({ marbles: drawMarbles, versions: drawVersions, lanes: drawLanes, sequence: drawCalls })[picture]();
  steps.forEach(step => step.words = words(events[step.index]));
  return { drawing, steps };
};
