import { PLAN_KINDS, type PlanKind } from './plan-kinds.ts';
import { splitList } from './split-list.ts';

/**
 * How much a subscriber may send to external recipients: all addresses except its own, its app users' and the
 * platform's. Without schemas, so that a screen that only reads loads no validator.
 */

/** Different external recipients a day and channel that an account may reach before its email address is confirmed. */
export const UNCONFIRMED_RECIPIENTS = 10;

/** Messages a day to external recipients, by plan. */
export type DailyLimits = Readonly<Record<PlanKind, number>>;

/** The highest limit that can be set. */
export const HIGHEST_DAILY_LIMIT = 1_000_000;

/** What people call each plan in the limits. */
const PLAN_WORDS: Readonly<Record<PlanKind, string>> = {
  free: 'free',
  paid: 'paid',
  upgrade_by_admin: 'upgraded',
};

/** As the configuration stores them: `free: 200, paid: 2000, upgraded: 2000`. */
export function formatDailyLimits(limits: DailyLimits): string {
  return PLAN_KINDS.map((plan) => `${PLAN_WORDS[plan]}: ${limits[plan]}`).join(', ');
}

/** Accepts the names of the API too: earlier versions stored them. */
function findPlanKind(typed: string): PlanKind | undefined {
  const word = typed.toLowerCase();
  return PLAN_KINDS.find((plan) => word === plan || word === PLAN_WORDS[plan]);
}

/** Parses the stored limits; returns the problems of an invalid value. */
export function parseDailyLimits(value: string): { limits: DailyLimits } | { problems: string[] } {
  const limits = new Map<string, number>();
  const problems: string[] = [];
  for (const part of splitList(value)) {
    const [, word = '', digits = ''] = /^(\w+)\s*:\s*(\d+)$/.exec(part) ?? [];
    const plan = findPlanKind(word);
    const limit = Number(digits);
    if (!plan) {
      problems.push(`“${part}” is not a plan and a number, like free: 200.`);
    } else if (limits.has(plan)) problems.push(`“${PLAN_WORDS[plan]}” appears twice.`);
    else if (limit > HIGHEST_DAILY_LIMIT) {
      problems.push(`The limit for ${PLAN_WORDS[plan]} must be from 0 to ${HIGHEST_DAILY_LIMIT}.`);
    } else limits.set(plan, limit);
  }
  const missing = PLAN_KINDS.filter((plan) => !limits.has(plan));
  if (problems.length === 0) {
    problems.push(...missing.map((plan) => `The limit for ${PLAN_WORDS[plan]} is missing.`));
  }
  return problems.length > 0 ? { problems } : { limits: Object.fromEntries(limits) as DailyLimits };
}
