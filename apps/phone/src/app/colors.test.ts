/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from '../display/readable-color.ts';

const CSS = readFileSync(new URL('base.css', import.meta.url), 'utf8');

type Scheme = 'light' | 'dark';

function colorOf(name: string, scheme: Scheme) {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(CSS)?.[1] ?? '';
  const [light = '', dark = light] = value.match(/#[\da-f]{6}/gi) ?? [];
  const color = scheme === 'light' ? light : dark;
  if (color === '') throw new Error(`base.css has no color --${name}`);
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
}

const TEXTS = ['ink', 'ink-soft', 'link', 'red', 'green', 'amber', 'teal'];
/** Texts and the fills that they are on. */
const ON_FILLS = [
  ['on-red', 'red-fill'],
  ['teal', 'teal-fill'],
  ['amber', 'amber-fill'],
  ['ink-soft', 'line'],
] as const;
/** Shapes that carry meaning, and what they are next to: the ring on the screen and on its track, frames of controls. */
const SHAPES = [
  ['red', 'ground'],
  ['red', 'line'],
  ['line-strong', 'ground'],
  ['line-strong', 'surface'],
] as const;

for (const scheme of ['light', 'dark'] as const) {
  const ratio = (one: string, other: string) => contrast(colorOf(one, scheme), colorOf(other, scheme));

  test(`every text has a contrast of 7 to 1: ${scheme}`, () => {
    for (const text of TEXTS) {
      for (const ground of ['ground', 'surface']) {
        expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(7);
      }
    }
    for (const [text, fill] of ON_FILLS.slice(0, 3)) {
      expect(ratio(text, fill), `${text} on ${fill}`).toBeGreaterThanOrEqual(7);
    }
  });

  test(`the ring and the frames of controls have a contrast of 3 to 1: ${scheme}`, () => {
    for (const [shape, ground] of [...SHAPES, ...ON_FILLS]) {
      expect(ratio(shape, ground), `${shape} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
}
