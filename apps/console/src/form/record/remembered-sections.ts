/** The sections that this browser's reader has collapsed, by name. */
const KEY = 'collapsedSections';
/** More sections than the console has. */
const MAX_SECTIONS = 200;

function readAll(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export function isCollapsed(name: string): boolean {
  return readAll().includes(name);
}

export function rememberCollapsed(name: string, collapsed: boolean): void {
  const others = readAll().filter((other) => other !== name);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, ...(collapsed ? [name] : [])].slice(-MAX_SECTIONS)));
  } catch {
    // A browser without storage shows all sections expanded.
  }
}
