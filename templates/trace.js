(() => {
  const data = JSON.parse(byId("data").textContent);
  const [FAILED, SOLVED] = [1, 2];
  const ROW = 22;
  const grouped = new Intl.NumberFormat("en").format;
  const many = (count, one, more) => `${grouped(count)} ${count === 1 ? one : more}`;

  // One search: its nodes in the order in which they were visited, its board, its tree and its lines.
  class Search {
    constructor(found, at) {
      Object.assign(this, found);
      this.count = this.parent.length;
      this.section = byId(`search-${at}`);
      const find = (selector) => this.section.querySelector(selector);
      [this.counts, this.now, this.canvas, this.rows, this.sheet] =
        [".counts", ".now", ".whole", ".rows", ".sheet"].map(find);
      this.pen = this.canvas.getContext("2d");
      this.laid = new Map();
      this.forced = new Map();
      for (const group of this.section.querySelectorAll(".laid")) this.laid.set(Number(group.dataset.placement), group);
      for (const group of this.section.querySelectorAll(".forced")) this.forced.set(Number(group.dataset.placement), group);
      const lit = (kind) => new Map([...this.section.querySelectorAll(`.lit[data-${kind}-mark]`)].map((group) => [Number(group.dataset[`${kind}Mark`]), group]));
      this.regionMarks = lit("region");
      this.cellMarks = lit("cell");
      this.tray = new Map();
      for (const tile of this.section.querySelectorAll(".tray .tile")) {
        const name = tile.dataset.domino;
        if (!this.tray.has(name)) this.tray.set(name, []);
        this.tray.get(name).push(tile);
      }
      this.on = [];
      this.measure();
      this.layout();
      this.at = -1;
      this.listed = [];
      this.canvas.addEventListener("click", (event) => this.pick(event));
      this.rows.addEventListener("scroll", () => this.paintRows());
      this.sheet.addEventListener("click", (event) => {
        const row = event.target.closest(".row");
        if (!row) return;
        activate(this);
        go(indexOf(this.number[Number(row.dataset.node)]));
      });
      this.section.addEventListener("focusin", () => activate(this));
      this.section.addEventListener("pointerdown", () => activate(this));
    }

    // For every node its depth, where its subtree ends, and how many nodes are in it.
    measure() {
      const { count, parent, state } = this;
      this.depth = new Int32Array(count);
      this.end = new Int32Array(count);
      this.inside = new Float64Array(count);
      this.deepest = 0;
      for (let node = 0; node < count; node += 1) {
        this.depth[node] = parent[node] < 0 ? 0 : this.depth[parent[node]] + 1;
        this.deepest = Math.max(this.deepest, this.depth[node]);
        this.end[node] = node + 1;
        this.inside[node] = 1 + (this.hidden[node] ?? 0);
      }
      for (let node = count - 1; node > 0; node -= 1) {
        const above = parent[node];
        this.end[above] = Math.max(this.end[above], this.end[node]);
        this.inside[above] += this.inside[node];
      }
      // How many failures and solutions there were up to each node.
      this.failed = new Float64Array(count);
      this.solved = new Int32Array(count);
      for (let node = 0; node < count; node += 1) {
        this.failed[node] = (node ? this.failed[node - 1] : 0) + (state[node] === FAILED ? 1 : 0);
        this.solved[node] = (node ? this.solved[node - 1] : 0) + (state[node] === SOLVED ? 1 : 0);
      }
    }

    // The last node that had been visited at a time.
    at_time(time) {
      let [low, high] = [0, this.count];
      while (low + 1 < high) {
        const middle = (low + high) >> 1;
        if (this.number[middle] <= time) low = middle;
        else high = middle;
      }
      return low;
    }

    show(time) {
      const at = this.at_time(time);
      if (at === this.at) return;
      this.at = at;
      this.board();
      this.list();
      this.draw();
      this.describe();
    }

    path() {
      const path = [];
      for (let node = this.at; node >= 0; node = this.parent[node]) path.push(node);
      return path.reverse();
    }

    board() {
      for (const group of this.on) group.classList.remove("on", "latest", "bad", "used");
      this.on = [];
      const light = (group, ...classes) => {
        if (!group) return;
        group.classList.add(...classes);
        this.on.push(group);
      };
      const used = new Map();
      const use = (placement) => {
        const domino = data.placements[placement].domino;
        used.set(domino, (used.get(domino) ?? 0) + 1);
      };
      const failed = this.state[this.at] === FAILED;
      for (const node of this.path()) {
        const placement = this.placed[node];
        if (placement >= 0) {
          light(this.laid.get(placement), "on", ...(node === this.at ? ["latest"] : []), ...(node === this.at && failed ? ["bad"] : []));
          use(placement);
        }
        for (const implied of this.implied[node] ?? []) {
          light(this.forced.get(implied), "on");
          use(implied);
        }
      }
      for (const [domino, count] of used) {
        for (const tile of (this.tray.get(domino) ?? []).slice(0, count)) light(tile, "used");
      }
      const reason = failed ? data.reasons[this.reason[this.at]] : null;
      if (reason) {
        for (const region of reason.regions) light(this.regionMarks.get(region), "on");
        for (const cell of reason.cells) light(this.cellMarks.get(cell), "on");
      }
    }

    words(node) {
      const placement = this.placed[node];
      return placement < 0 ? "the empty board" : data.placements[placement].words;
    }

    describe() {
      const { at } = this;
      const parts = [document.createTextNode(this.words(at).replace(/^./, (letter) => letter.toUpperCase()) + ". ")];
      const span = (name, text) => {
        const made = document.createElement("span");
        made.className = name;
        made.textContent = text;
        parts.push(made, document.createTextNode(" "));
      };
      const implied = this.implied[at] ?? [];
      const removed = this.removed[at] ?? 0;
      if (implied.length) parts.push(document.createTextNode(`Propagated: ${implied.map((one) => data.placements[one].words).join(", ")}. `));
      if (removed) parts.push(document.createTextNode(`${many(removed, "placement is", "placements are")} removed. `));
      if (this.state[at] === FAILED) span("why", `${data.reasons[this.reason[at]].words}.`);
      if (this.state[at] === SOLVED) span("found", "A solution.");
      if (this.hidden[at]) parts.push(document.createTextNode(`Below it ${many(this.hidden[at], "node is", "nodes are")} not shown. `));
      this.now.replaceChildren(...parts);
      this.counts.innerHTML = `node <b>${grouped(this.number[at] + 1)}</b> of ${grouped(this.nodes)} · depth <b>${this.depth[at]}</b> · ${this.exact ? "" : "shown so far: "}failures <b>${grouped(this.failed[at])}</b> · solutions <b>${grouped(this.solved[at])}</b>`;
    }

    // The lines at this step: the path, and what was tried beside it.
    list() {
      const path = new Set(this.path());
      this.listed = [];
      for (let node = 0; node <= this.at; node += 1) {
        if (node === 0 || path.has(this.parent[node])) this.listed.push(node);
      }
      this.sheet.style.height = `${this.listed.length * ROW}px`;
      const line = this.listed.length - 1;
      const top = line * ROW;
      if (top < this.rows.scrollTop || top + ROW > this.rows.scrollTop + this.rows.clientHeight) {
        this.rows.scrollTop = top - this.rows.clientHeight + 2 * ROW;
      }
      this.paintRows();
    }

    paintRows() {
      const first = Math.max(0, Math.floor(this.rows.scrollTop / ROW) - 4);
      const last = Math.min(this.listed.length, first + Math.ceil(this.rows.clientHeight / ROW) + 8);
      const lines = [];
      for (let line = first; line < last; line += 1) lines.push(this.line(line));
      this.sheet.replaceChildren(...lines);
    }

    line(line) {
      const node = this.listed[line];
      const make = (name, text) => {
        const made = document.createElement("span");
        made.className = name;
        if (text !== undefined) made.textContent = text;
        return made;
      };
      const row = make("row");
      row.style.top = `${line * ROW}px`;
      row.dataset.node = node;
      if (node === this.at) {
        row.classList.add("current");
        row.setAttribute("aria-current", "step");
      }
      for (let level = 0; level < this.depth[node]; level += 1) row.append(make("bend"));
      const kind = ["branch", "failed", "solved"][this.state[node]];
      row.append(make(`dot ${kind}`), make("words", this.words(node)));
      if (this.inside[node] > 1) row.append(make("count", many(this.inside[node] - 1, "node", "nodes")));
      if (this.state[node] === FAILED) row.append(make("why", data.reasons[this.reason[node]].words));
      if (this.state[node] === SOLVED) row.append(make("found", "a solution"));
      return row;
    }

    // The tree as a whole: leaves side by side, every other node above its children.
    layout() {
      const { count, parent, end } = this;
      const low = new Float32Array(count).fill(Infinity);
      const high = new Float32Array(count).fill(-Infinity);
      this.x = new Float32Array(count);
      this.leaves = 0;
      for (let node = 0; node < count; node += 1) {
        if (end[node] > node + 1) continue;
        low[node] = high[node] = this.leaves;
        this.leaves += 1;
      }
      for (let node = count - 1; node >= 0; node -= 1) {
        this.x[node] = (low[node] + high[node]) / 2;
        const above = parent[node];
        if (above < 0) continue;
        low[above] = Math.min(low[above], this.x[node]);
        high[above] = Math.max(high[above], this.x[node]);
      }
    }

    draw() {
      const { pen, canvas, at, count, state, depth, parent, x, leaves } = this;
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      if (!width || !height) return;
      const scale = Math.min(window.devicePixelRatio || 1, 2);
      if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
      if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
      pen.setTransform(scale, 0, 0, scale, 0, 0);
      pen.clearRect(0, 0, width, height);
      const margin = 12;
      const across = leaves > 1 ? Math.min((width - 2 * margin) / (leaves - 1), 34) : 0;
      const left = (width - across * (leaves - 1)) / 2;
      const down = Math.min((height - 2 * margin) / Math.max(this.deepest, 1), 34);
      const right_of = (node) => left + x[node] * across;
      const below = (node) => margin + depth[node] * down;
      this.drawn = { right_of, below };
      const radius = Math.max(1, Math.min(4, across * 0.36 || 4, down * 0.4));
      const line = (node) => {
        pen.moveTo(right_of(parent[node]), below(parent[node]));
        pen.lineTo(right_of(node), below(node));
      };
      const lines = (colour, wide, nodes) => {
        pen.strokeStyle = colour;
        pen.lineWidth = wide;
        pen.beginPath();
        nodes();
        pen.stroke();
      };
      const edges = (colour, from, to) => lines(colour, 0.75, () => { for (let node = from; node < to; node += 1) line(node); });
      edges(colours.ahead, at + 1, count);
      edges(colours.visited, 1, at + 1);
      const path = this.path();
      lines(colours.accent, 2, () => { for (const node of path) if (parent[node] >= 0) line(node); });

      // One path for each colour; in a crowd a square is as good as a circle.
      const dots = (colour, matches, from, to) => {
        pen.fillStyle = colour;
        pen.beginPath();
        for (let node = from; node < to; node += 1) {
          if (!matches(node)) continue;
          const [spot_x, spot_y] = [right_of(node), below(node)];
          const size = state[node] === SOLVED ? Math.max(radius, 2) * 1.5 : radius;
          if (state[node] === FAILED || size < 2) {
            pen.rect(spot_x - size * 0.85, spot_y - size * 0.85, size * 1.7, size * 1.7);
          } else {
            pen.moveTo(spot_x + size, spot_y);
            pen.arc(spot_x, spot_y, size, 0, 7);
          }
        }
        pen.fill();
      };
      dots(colours.ahead, () => true, at + 1, count);
      dots(colours.branch, (node) => state[node] !== FAILED && state[node] !== SOLVED, 0, at + 1);
      dots(colours.failed, (node) => state[node] === FAILED, 0, at + 1);
      dots(colours.solved, (node) => state[node] === SOLVED, 0, at + 1);
      pen.strokeStyle = colours.accent;
      pen.lineWidth = 2;
      pen.beginPath();
      pen.arc(right_of(at), below(at), radius + 4, 0, 7);
      pen.stroke();
    }

    // To the node that is nearest to a click on the tree.
    pick(event) {
      const box = this.canvas.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      let [best, least] = [-1, Infinity];
      for (let node = 0; this.drawn && node < this.count; node += 1) {
        const far = (this.drawn.right_of(node) - x) ** 2 + (this.drawn.below(node) - y) ** 2;
        if (far < least) [best, least] = [node, far];
      }
      if (best >= 0) go(indexOf(this.number[best]));
    }
  }

  const colours = {};
  const readColours = () => {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["branch", "failed", "solved", "visited", "ahead", "accent"]) {
      colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
  };

  // The search that failures and solutions are looked for in: the first, or the one used last.
  let active = null;
  const activate = (search) => { active = search; };

  // What is stepped through: every number of a visited node that is shown of any search.
  const times = [...new Set(data.searches.flatMap((search) => search.number))].sort((one, other) => one - other);
  const indexOf = (time) => {
    let [low, high] = [0, times.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle;
      else high = middle;
    }
    return low;
  };

  readColours();
  const searches = data.searches.map((found, at) => new Search(found, at));
  active = searches[0];
  let playing = false;
  byId("place").max = times.length - 1;
  const steps = stepper({
    count: times.length,
    buttons: { first: byId("first"), previous: byId("back"), next: byId("forth"), last: byId("last") },
    show: (step) => {
      for (const search of searches) search.show(times[step]);
      byId("place").value = step;
      byId("step").value = `${grouped(step + 1)} of ${grouped(times.length)}`;
    },
    ignores: (event) => event.target.matches?.("input[type=range]"),
    onUse: () => play(false),
  });
  const { go, use } = steps;
  const next = (state) => {
    const from = active.at_time(times[steps.position()]);
    for (let node = from + 1; node < active.count; node += 1) {
      if (active.state[node] === state) return use(indexOf(active.number[node]));
    }
    return undefined;
  };

  // Steps in a second, from one to four thousand.
  const pace = () => Math.round(10 ** (Number(byId("speed").value) / 100 * 3.6) * 10) / 10;
  const showPace = () => { byId("pace").value = `${grouped(Math.round(pace()))} a second`; };
  let owed = 0;
  let before = 0;
  const frame = (time) => {
    if (!playing) return;
    owed += Math.min(time - before, 200) / 1000 * pace();
    before = time;
    const whole = Math.floor(owed);
    if (whole > 0) {
      owed -= whole;
      go(steps.position() + whole);
    }
    if (steps.position() === times.length - 1) play(false);
    else requestAnimationFrame(frame);
  };
  const play = (isOn) => {
    if (isOn && steps.position() === times.length - 1) go(0);
    playing = isOn;
    byId("play").textContent = playing ? "Pause" : "Play";
    byId("play").setAttribute("aria-pressed", String(playing));
    if (playing) {
      owed = 0;
      before = performance.now();
      requestAnimationFrame(frame);
    }
  };
  const quicken = (more) => {
    byId("speed").value = Number(byId("speed").value) + more;
    showPace();
  };

  const acts = { play: () => play(!playing), failure: () => next(FAILED), solution: () => next(SOLVED) };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
  byId("place").addEventListener("input", () => use(Number(byId("place").value)));
  byId("speed").addEventListener("input", showPace);

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const pressing = event.target.matches?.("button");
    const act = {
      " ": pressing ? null : acts.play,
      f: acts.failure,
      s: acts.solution,
      "+": () => quicken(5),
      "=": () => quicken(5),
      "-": () => quicken(-5),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const redraw = () => {
    readColours();
    for (const search of searches) {
      search.draw();
      search.paintRows();
    }
  };
  window.addEventListener("resize", redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  showPace();
})();
