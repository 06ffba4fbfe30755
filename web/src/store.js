// What the browser keeps for the next visit: unfinished games and settings. Nothing of it leaves the machine.

const GAMES = "pipsc-games";
const SETTINGS = "pipsc-settings";
const MOST = 40;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    // Private windows keep nothing, and the stored text may be invalid.
    return {};
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The same: then the game lasts as long as the page.
  }
}

/** The game of a puzzle, by its link, if there is one. */
export const keptGame = (link) => read(GAMES)[link] ?? null;

/** Keeps a game, or forgets it if it is nothing. The oldest make room. */
export function keepGame(link, game) {
  const { [link]: _, ...others } = read(GAMES);
  const entries = Object.entries(others);
  write(GAMES, Object.fromEntries([...entries.slice(Math.max(0, entries.length - MOST)), ...(game ? [[link, game]] : [])]));
}

export const setting = (name, otherwise) => read(SETTINGS)[name] ?? otherwise;

export const keepSetting = (name, value) => write(SETTINGS, { ...read(SETTINGS), [name]: value });
