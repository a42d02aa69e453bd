import type { Role } from '@callpoint/contract/permissions';
import { FACTORY_PASSWORD } from '../src/factories/accounts.ts';
import { FIRST_ADMIN } from './demo-state.ts';
import { RIDGELINE_BUILDERS } from './companies/ridgeline-builders.ts';

/** One account of each role, for the demo to print. All accounts of the demo have the same password. */
export const DEMO_LOGINS: readonly { role: Role; email: string; password: string }[] = [
  { role: 'admin', email: FIRST_ADMIN.email, password: FACTORY_PASSWORD },
  { role: 'team', email: RIDGELINE_BUILDERS.account.email, password: FACTORY_PASSWORD },
  { role: 'app_user', email: RIDGELINE_BUILDERS.people[0].email, password: FACTORY_PASSWORD },
];
