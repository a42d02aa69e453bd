import { readFileSync } from 'node:fs';

/** The unit of times in /proc, which Linux fixes for programs. */
const TICKS_PER_SECOND = 100;

/** Milliseconds of processor time that a process has used, with all of its threads. Linux only. */
export function processTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000;
}
