import { onTestFinished } from 'vitest';
import { PASSWORD_COST as PRODUCTION } from '../../http/auth/password-cost.ts';
import { LOWEST_PASSWORD_COST } from './lowest-password-cost.ts';

/**
 * Replaces http/auth/password-cost.ts in tests, through an alias in vitest.config.ts: hashing with the production cost
 * would be a third of the suite's time. The product has no setting for the cost, and a server process that a test
 * starts uses the production cost.
 */
export const PASSWORD_COST = { ...PRODUCTION };
Object.assign(PASSWORD_COST, LOWEST_PASSWORD_COST);

/** Hashes passwords with the production cost until the test ends. Call it inside a test. */
export function useProductionPasswordCost(): void {
  Object.assign(PASSWORD_COST, PRODUCTION);
  onTestFinished(() => void Object.assign(PASSWORD_COST, LOWEST_PASSWORD_COST));
}
