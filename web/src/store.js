// Unfinished games and settings in the browser's storage.

const GAMES = "pipsc-games";
const SETTINGS = "pipsc-settings";
const MOST = 40;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    // Private windows have no storage, and the stored text may be invalid.
    return {};
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the game lasts as long as the page.
  }
}

/** The stored game of a puzzle, by its link, or null. */
export const keptGame = (link) => read(GAMES)[link] ?? null;

/** Stores a game, or removes it for null. The oldest games are dropped. */
export function keepGame(link, game) {
  const { [link]: _, ...others } = read(GAMES);
  const entries = Object.entries(others);
  write(GAMES, Object.fromEntries([...entries.slice(Math.max(0, entries.length - MOST)), ...(game ? [[link, game]] : [])]));
}

export const setting = (name, otherwise) => read(SETTINGS)[name] ?? otherwise;

export const keepSetting = (name, value) => write(SETTINGS, { ...read(SETTINGS), [name]: value });
