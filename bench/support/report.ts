import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from '@callpoint/scripts/setup/paths.mjs';

/** What a measurement says, on the terminal and in `docs/benchmarks.md`. */

export type Figure = {
  what: string;
  /** With their units. */
  ours: string;
  /** What it is compared with; null where there is nothing to compare with. */
  beside: string | null;
  ratio: number | null;
  /** What was promised, in words, and whether this run kept it; null where nothing was. */
  wanted: { text: string; reached: boolean } | null;
};

export type Section = {
  /** Its name on the command line. */
  name: string;
  title: string;
  /** What was measured against what, in sentences. */
  setting: string[];
  figures: Figure[];
};

const FILE = join(root, 'docs/benchmarks.md');
const INTRODUCTION = `# What is measured

Each table is made by the command above it with \`--write\`. Servers and load are processes of their own on loopback; what
is compared runs in the same minutes, in turns, so ratios hold where absolute figures depend on the machine.
`;

/** The machine and the moment, in one line. */
export function circumstances(): string {
  const processors = cpus();
  const load = loadavg()[0] ?? 0;
  return `${new Date().toISOString().slice(0, 10)}, ${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, load at the start ${load.toFixed(1)}`;
}

/** A section as Markdown. */
export function inMarkdown({ name, title, setting, figures }: Section, where: string): string {
  const rows = figures.map(({ what, ours, beside, ratio, wanted }) => [
    what,
    ours,
    beside ?? '',
    ratio === null ? '' : ratio.toFixed(2),
    wanted === null ? '' : `${wanted.text}: ${wanted.reached ? 'yes' : '**no**'}`,
  ]);
  const table = [
    ['', 'Callpoint', 'beside it', 'ratio', 'wanted'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ];
  return [
    `## ${title}`,
    `\`npm run bench -- ${name}\` · ${where}`,
    setting.join(' '),
    table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ].join('\n\n');
}

/** Puts sections into the committed table, in the place of their older ones. */
export function writeSections(sections: readonly { title: string; markdown: string }[]): void {
  const written = existsSync(FILE) ? readFileSync(FILE, 'utf8') : INTRODUCTION;
  const [introduction = INTRODUCTION, ...parts] = written.split(/^(?=## )/m);
  const byTitle = new Map(parts.map((part) => [/^## (.*)$/m.exec(part)?.[1] ?? '', part.trim()]));
  for (const { title, markdown } of sections) byTitle.set(title, markdown);
  writeFileSync(FILE, `${[introduction.trim(), ...byTitle.values()].join('\n\n')}\n`);
}
