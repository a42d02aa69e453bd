/** How a subscriber came to its plan. Without schemas: a screen that only reads needs no validator. */
export const PLAN_KINDS = ['free', 'paid', 'upgrade_by_admin'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];
