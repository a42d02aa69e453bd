/** How well a button or form reaches people. Apart from the schemas: a screen that only reads needs no validator. */
export const REACH_LEVELS = ['green', 'amber', 'red', 'off'] as const;
export type ReachLevel = (typeof REACH_LEVELS)[number];

/** Of which somebody should know, the gravest first. */
export const WANTING_LEVELS = ['red', 'amber'] as const satisfies ReachLevel[];
export type WantingLevel = (typeof WANTING_LEVELS)[number];
