import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A real disk in memory that a test can fill. */

const BLOCK = Buffer.alloc(4096, 1);

export type SmallDisk = {
  folder: string;
  /** Leaves no space. */
  fill(): void;
  /** Frees what `fill` has used. */
  free(): void;
};

function mount(folder: string, kib: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder], { stdio: 'ignore' });
}

function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true });
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'callpoint-disk-'));

/** Mounts a disk of so many KiB until the test finishes. Only root can, and not in every container: then it throws. */
export function smallDisk(kib: number): SmallDisk {
  const folder = newFolder();
  mount(folder, kib);
  onTestFinished(() => unmount(folder));
  chmodSync(folder, 0o700);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      try {
        for (;;) appendFileSync(filler, BLOCK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler),
  };
}
