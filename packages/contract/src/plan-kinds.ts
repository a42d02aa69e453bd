/** How a subscriber got its plan. Without schemas, so that a screen that only reads loads no validator. */
export const PLAN_KINDS = ['free', 'paid', 'upgrade_by_admin'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];
