const table = document.getElementById("gradebook");
const heads = [...table.tHead.rows[0].cells];
heads.forEach((head, column) => head.firstElementChild.addEventListener("click", () => {
  const text = row => row.cells[column].textContent;
  // An exercise that was not handed in or not graded is below 0 points.
  const number = row => ({ "–": -1, "?": -2 })[text(row)] ?? Number(text(row));
  const first = column === 0 ? "ascending" : "descending";
  const second = column === 0 ? "descending" : "ascending";
  const order = head.ariaSort === first ? second : first;
  const sign = order === "ascending" ? 1 : -1;
  const compare = column === 0
    ? (a, b) => text(a).localeCompare(text(b)) : (a, b) => number(a) - number(b);
  const body = table.tBodies[0];
  body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
  heads.forEach(other => other.ariaSort = other === head ? order : "none");
}));
