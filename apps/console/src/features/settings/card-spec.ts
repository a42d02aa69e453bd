import type { Item } from '@callpoint/contract/catalogue';
import type { FieldGroup, Preview } from './field-specs.ts';
import type { PressPart } from './press-result.tsx';

/** Some settings that are saved together. */
export interface CardSpec {
  title: string;
  groups: readonly FieldGroup[];
  /** What the whole card makes. */
  preview?: Preview;
  /** What it decides about, where a press can be tried. */
  press?: { item: Item; part: PressPart };
}
