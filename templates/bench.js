const data = JSON.parse(byId("data").textContent);

// The scatter plot of any two columns: the axes stay, the points move.
const across = byId("across"), up = byId("up");
function draw() {
  const [left, right, bottom, top, from, to] = data.scale;
  const share = seconds => (Math.log10(seconds) - from) / (to - from);
  const svg = document.querySelector("#scatter svg"), group = svg.querySelector(".series");
  const [x, y] = [across.selectedIndex, up.selectedIndex];
  group.replaceChildren();
  for (const puzzle of data.puzzles) {
    const [one, other] = [puzzle.times[x], puzzle.times[y]];
    if (one === null || other === null) continue;
    const point = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    point.setAttribute("cx", left + share(one) * (right - left));
    point.setAttribute("cy", bottom + share(other) * (top - bottom));
    point.setAttribute("r", 3);
    point.setAttribute("fill", "currentColor");
    point.setAttribute("fill-opacity", 0.7);
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = `${puzzle.name}: ${one} s and ${other} s`;
    point.append(title);
    group.append(point);
  }
  svg.querySelector(".x-label").textContent = across.value;
  svg.querySelector(".y-label").textContent = up.value;
  svg.querySelector("title").textContent = `${across.value} against ${up.value}`;
  svg.setAttribute("aria-label", `${across.value} against ${up.value}`);
}
if (across) { across.addEventListener("change", draw); up.addEventListener("change", draw); }

// Headings sort; a second click turns the order round.
const body = document.querySelector("#puzzles tbody");
document.querySelectorAll("#puzzles th").forEach((heading, column) => {
  heading.querySelector("button").addEventListener("click", () => {
    const down = heading.getAttribute("aria-sort") === "ascending";
    const key = row => row.cells[column].dataset.key;
    const order = (a, b) => column === 0 ? key(a).localeCompare(key(b)) : Number(key(a)) - Number(key(b));
    const rows = [...body.rows].sort(order);
    if (down) rows.reverse();
    body.replaceChildren(...rows);
    document.querySelectorAll("#puzzles th").forEach(other => other.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  });
});
