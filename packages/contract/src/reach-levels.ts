/** How well a button or form reaches people. Separate from the schemas, so that a screen that only reads loads no validator. */
export const REACH_LEVELS = ['green', 'amber', 'red', 'off'] as const;
export type ReachLevel = (typeof REACH_LEVELS)[number];

/** The levels that need attention, the most serious first. */
export const PROBLEM_LEVELS = ['red', 'amber'] as const satisfies ReachLevel[];
export type ProblemLevel = (typeof PROBLEM_LEVELS)[number];
