import type { Actor } from '../../db/history/audit.ts';

/** Why a plan is too small for the app users of a subscriber, or null. */
export function userLimitProblem({ role }: Actor, used: number, maxUsers: number): string | null {
  if (used <= maxUsers) return null;
  const who = role === 'admin' ? 'The subscriber has' : 'You have';
  return `${who} ${used} app users, and this plan allows ${maxUsers}. Choose a larger plan, or delete app users.`;
}
