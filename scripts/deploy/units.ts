import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lines that the unit of one process and the unit of several may have for themselves. */
const OWN = /^(#.*|Description=.*|Environment=.*)$/;

/** The lines of a unit that protect the machine from it: from `NoNewPrivileges` to the end of its section. */
export function protectionOf(unit: string): string {
  return /^NoNewPrivileges=[^[]*/m.exec(unit)?.[0].trim() ?? '';
}

/** The lines of one unit that the other one does not have, apart from those that name the process. */
export function differences(
  one: string,
  other: string,
  [nameOfOne, nameOfOther]: readonly [string, string],
): string[] {
  const lines = (text: string) => text.split('\n').filter((line) => !OWN.test(line));
  const [first, second] = [lines(one), lines(other)];
  return [
    ...first.filter((line) => !second.includes(line)).map((line) => `${nameOfOther} lacks: ${line}`),
    ...second.filter((line) => !first.includes(line)).map((line) => `${nameOfOne} lacks: ${line}`),
  ];
}

/** What systemd reports about units whose release is in `root`; nothing on a machine without systemd. */
export function systemdFaults(units: Readonly<Record<string, string>>, root: string): string[] {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'callpoint-units-'));
  try {
    const files = Object.entries(units).map(([name, text]) => {
      const file = join(folder, name);
      writeFileSync(
        file,
        text.replaceAll('/opt/callpoint/', `${root}/`).replaceAll('=/opt/callpoint\n', `=${root}\n`),
      );
      return file;
    });
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    const own = stderr.split('\n').filter((line) => line.includes('callpoint'));
    return status === 0 && own.length === 0 ? [] : [`systemd-analyze verify: ${stderr.trim()}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
