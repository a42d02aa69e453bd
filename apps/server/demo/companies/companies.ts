import type { Company } from '../company.ts';
import { BLUEWATER_LOGISTICS } from './bluewater-logistics.ts';
import { GRANITE_CREEK_QUARRY } from './granite-creek-quarry.ts';
import { GULF_CREST_REFINING } from './gulf-crest-refining.ts';
import { RIDGELINE_BUILDERS } from './ridgeline-builders.ts';
import { ST_BRIGID_HOSPITAL } from './st-brigid-hospital.ts';

/** The demo's subscribers, in the order of their sign-ups. All people, addresses and numbers are fictional. */
export const COMPANIES: readonly Company[] = [
  RIDGELINE_BUILDERS,
  ST_BRIGID_HOSPITAL,
  GULF_CREST_REFINING,
  BLUEWATER_LOGISTICS,
  GRANITE_CREEK_QUARRY,
];
