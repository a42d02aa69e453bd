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
  /** The ratios of the rounds, of which `ratio` is the median, if it was measured in rounds. */
  ratios?: readonly number[];
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
  const rows = figures.map(({ label, ours, baseline, ratio, ratios, target }) => [
    label,
    ours,
    baseline ?? '',
    ratio === null ? '' : formatRatio(ratio, ratios),
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

/** A ratio, with the lowest and the highest of its rounds. */
function formatRatio(ratio: number, ratios: readonly number[] = []): string {
  const range =
    ratios.length > 1 ? ` (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})` : '';
  return `${ratio.toFixed(2)}${range}`;
}

/** Writes sections to `docs/benchmarks.md`, replacing those with the same title. */
export function writeSections(sections: readonly { title: string; markdown: string }[]): void {
  const current = existsSync(FILE) ? readFileSync(FILE, 'utf8') : INTRODUCTION;
  const [introduction = INTRODUCTION, ...parts] = current.split(/^(?=## )/m);
  const byTitle = new Map(parts.map((part) => [/^## (.*)$/m.exec(part)?.[1] ?? '', part.trim()]));
  for (const { title, markdown } of sections) byTitle.set(title, markdown);
  writeFileSync(FILE, `${[introduction.trim(), ...byTitle.values()].join('\n\n')}\n`);
}
