import type { Firm } from '../firm.ts';
import { BLUEWATER_LOGISTICS } from './bluewater-logistics.ts';
import { GRANITE_CREEK_QUARRY } from './granite-creek-quarry.ts';
import { GULF_CREST_REFINING } from './gulf-crest-refining.ts';
import { RIDGELINE_BUILDERS } from './ridgeline-builders.ts';
import { ST_BRIGID_HOSPITAL } from './st-brigid-hospital.ts';

/** The subscribers of the demo in the order in which they signed up. Their people, addresses and numbers are nobody's. */
export const FIRMS: readonly Firm[] = [
  RIDGELINE_BUILDERS,
  ST_BRIGID_HOSPITAL,
  GULF_CREST_REFINING,
  BLUEWATER_LOGISTICS,
  GRANITE_CREEK_QUARRY,
];
