import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from '@callpoint/scripts/setup/paths.mjs';

/** The report of a benchmark, on the terminal and in `docs/benchmarks.md`. */

/** One row of the table. */
export type Figure = {
  label: string;
  /** Callpoint's result, with units. */
  ours: string;
  /** The baseline's result, with units; null if there is none. */
  baseline: string | null;
  ratio: number | null;
  /** The target, and whether this run met it; null if there is none. */
  target: { text: string; isMet: boolean } | null;
};

export type Section = {
  /** The name on the command line. */
  name: string;
  title: string;
  /** How it was measured, in sentences. */
  description: string[];
  figures: Figure[];
};

const FILE = join(root, 'docs/benchmarks.md');
const INTRODUCTION = `# Benchmarks

The command above each table writes it when called with \`--write\`. Servers and load are separate processes on loopback.
Compared systems run within the same minutes, in alternating rounds, so that a ratio depends less on the machine than the
absolute figures do.
`;

/** The date, the machine and its load, in one line. */
export function describeMachine(): string {
  const processors = cpus();
  const load = loadavg()[0] ?? 0;
  return `${new Date().toISOString().slice(0, 10)}, ${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, load at the start ${load.toFixed(1)}`;
}

/** Formats a section as Markdown. */
export function formatSection({ name, title, description, figures }: Section, machine: string): string {
  const rows = figures.map(({ label, ours, baseline, ratio, target }) => [
    label,
    ours,
    baseline ?? '',
    ratio === null ? '' : ratio.toFixed(2),
    target === null ? '' : `${target.text}: ${target.isMet ? 'yes' : '**no**'}`,
  ]);
  const table = [
    ['', 'Callpoint', 'baseline', 'ratio', 'target'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ];
  return [
    `## ${title}`,
    `\`npm run bench -- ${name}\` · ${machine}`,
    description.join(' '),
    table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ].join('\n\n');
}

/** Writes sections to `docs/benchmarks.md`, replacing those with the same title. */
export function writeSections(sections: readonly { title: string; markdown: string }[]): void {
  const current = existsSync(FILE) ? readFileSync(FILE, 'utf8') : INTRODUCTION;
  const [introduction = INTRODUCTION, ...parts] = current.split(/^(?=## )/m);
  const byTitle = new Map(parts.map((part) => [/^## (.*)$/m.exec(part)?.[1] ?? '', part.trim()]));
  for (const { title, markdown } of sections) byTitle.set(title, markdown);
  writeFileSync(FILE, `${[introduction.trim(), ...byTitle.values()].join('\n\n')}\n`);
}
