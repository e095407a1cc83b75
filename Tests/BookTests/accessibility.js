// Accessibility problems of a page: names, headings, contrast, target sizes, horizontal overflow.
function barriers(page) {
  const view = page.defaultView, found = new Set();
  const isShown = element => element.checkVisibility({ opacityProperty: false }) && element.getClientRects().length > 0;
  const describe = element => `${element.localName}.${element.getAttribute("class") || ""} “${element.textContent.trim().slice(0, 30)}”`;
  const all = selector => [...page.querySelectorAll(selector)].filter(isShown);

  for (const element of all("a, button, input, select, summary, svg[role=img], [tabindex]")) {
    const name = element.getAttribute("aria-label") || element.textContent.trim() || element.closest("label")?.textContent
      || element.title || element.placeholder;
    if (!name) found.add(`no name: ${describe(element)}`);
  }
  for (const element of all("a, button, input, select, summary, pre, .wide")) {
    if (element.tabIndex < 0) found.add(`not reached by keys: ${describe(element)}`);
  }
  const ids = [...page.querySelectorAll("[id]")].map(({ id }) => id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.add(`two of one id: ${id}`);

  const levels = all("h1, h2, h3").map(({ localName }) => Number(localName[1]));
  if (levels.filter(level => level === 1).length !== 1) found.add("not one h1");
  levels.forEach((level, index) => { if (level > (levels[index - 1] || 0) + 1) found.add(`a skipped level: h${level}`); });

  const channels = color => {
    const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
    return color.startsWith("color(") ? [red * 255, green * 255, blue * 255, alpha] : [red, green, blue, alpha];
  };
  const luminance = color => {
    const [red, green, blue] = color.map(value => value / 255).map(value =>
      value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + .05) / (dark + .05);
  };
  const ground = element => {
    for (let part = element; part; part = part.parentElement) {
      const color = channels(view.getComputedStyle(part).backgroundColor);
      if (color[3] === 1) return color;
    }
    return [255, 255, 255, 1];
  };
  const seen = new Set();
  const hasText = element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  for (const element of [...page.querySelectorAll("body *")].filter(hasText).filter(isShown)) {
    const { color, fill } = view.getComputedStyle(element);
    const drawn = element.localName === "text" ? fill : color;
    const key = `${element.localName} ${element.className} ${drawn}`;
    if (seen.has(key) || element.closest(".later, [aria-disabled=true]")) continue;
    seen.add(key);
    if (contrast(channels(drawn), ground(element)) < 4.5) found.add(`faint text: ${describe(element)}`);
  }
  for (const element of all("button, input:not([type=range]), select")) {
    const { borderTopColor, borderTopWidth } = view.getComputedStyle(element);
    if (borderTopWidth !== "0px" && contrast(channels(borderTopColor), ground(element.parentElement)) < 3) {
      found.add(`faint edge: ${describe(element)}`);
    }
  }
  for (const element of all("button, input, select, summary, nav a, .begin, .home")) {
    const { width, height } = element.getBoundingClientRect();
    if (Math.min(width, height) < 23.5) found.add(`a small target: ${describe(element)} ${Math.round(width)} × ${Math.round(height)}`);
  }
  const { scrollWidth, clientWidth } = page.scrollingElement;
  if (scrollWidth > clientWidth) found.add(`${scrollWidth - clientWidth} px too wide`);
  return [...found];
}
