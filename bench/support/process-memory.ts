import { readFileSync } from 'node:fs';

/** In megabytes: what only this process has, and what of it and of shared files is in memory. */
export type Memory = { own: number; resident: number };

/** The memory of a process. Linux only. */
export function readMemory(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (name: string) => {
    const [, kibibytes] = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(rollup) ?? [];
    return (Number(kibibytes) * 1024) / 1_000_000;
  };
  return { own: megabytes('Private_Clean') + megabytes('Private_Dirty'), resident: megabytes('Rss') };
}
