// The address: which puzzle, and which part of the page. All of it is behind the `#`, which no server ever sees.

/** What the address asks for. */
export function read() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const tab = hash.get("tab");
  const whole = (name) => (/^\d{1,10}$/.test(hash.get(name) ?? "") ? Number(hash.get(name)) : null);
  let wanted = { kind: "none" };
  if (hash.has("p")) wanted = { kind: "link", link: hash.get("p") };
  else if (hash.has("day")) wanted = { kind: "day", date: hash.get("day") };
  else if (hash.has("seed")) wanted = { kind: "endless", level: hash.get("level") ?? "medium", size: whole("size"), seed: whole("seed") };
  return { wanted, tab };
}

/** The address of something to open, as `read` gives it. */
export function spell(wanted) {
  const hash = new URLSearchParams();
  if (wanted.kind === "link") hash.set("p", wanted.link);
  if (wanted.kind === "day") hash.set("day", wanted.date);
  if (wanted.kind === "endless") for (const name of ["level", "size", "seed"]) hash.set(name, wanted[name]);
  return `#${hash}`;
}

/** Puts it into the address bar, as a new entry or in place of the last one. */
export function put(wanted, anew = true) {
  const to = spell(wanted);
  if (to === location.hash) return;
  if (anew) history.pushState(null, "", to);
  else history.replaceState(null, "", to);
}

/** Today, where the reader is. */
export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
