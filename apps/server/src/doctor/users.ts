import { readFileSync } from 'node:fs';

/** The name of a user of this machine, or its number if it has none. */
export function userName(id: number): string {
  return namesOf(readUsers()).get(id) ?? String(id);
}

/** The user that runs this process; null on Windows, which has no user ids. */
export function ownUserId(): number | null {
  return process.getuid?.() ?? null;
}

function readUsers(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}

function namesOf(users: string): Map<number, string> {
  const lines = users.split('\n').flatMap((line) => (line === '' ? [] : [line.split(':')]));
  return new Map(lines.map(([name = '', , id = '']) => [Number(id), name]));
}
