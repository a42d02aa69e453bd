import type { Role } from '@callpoint/contract/permissions';
import { TABLE_OWNER, type Db } from '../db/tables.ts';
import type { ChangedTable } from '../db/handles/tenant.ts';
import { buildPlan } from '../factories/subscriptions.ts';

/** The subscriber that the row belongs to if it is not the platform's, and a text by which the row is recognized. */
type RowDependencies = { teamId: number; mark: string };

/**
 * A resource whose calls are `listPaged`, `create`, `update` and `delete` on both console bases. The checks of all
 * routes, of isolation, bad input, texts, conflicting saves and the API description read it.
 */
export type ResourceCase = {
  /** The roles that should be accepted, independent of the contract's declaration. */
  readers: readonly [Role, ...Role[]];
  writers: readonly [Role, ...Role[]];
  /** A valid row, as `create` and `update` accept it and the list returns it. */
  data: Readonly<Record<string, string | number>>;
  /** The lines of free text of a row, each with its maximum length. */
  texts: Readonly<Record<string, number>>;
  /** Further fields that the list accepts, each with a valid value: `query.filter_day`. */
  also?: Readonly<Record<string, string | number>>;
  /** Stores a row of the subscriber, with the mark in a text that the list returns; returns its id. */
  insert: (db: Db, needs: RowDependencies) => Promise<number>;
};

/** By table, which is also the last part of the paths of its calls. */
export const RESOURCE_CASES = {
  plan: {
    readers: ['admin', 'team'],
    writers: ['admin'],
    data: {
      plan_name: '1-10 end users',
      plan_cost: 29.95,
      plan_term: 'Monthly',
      plan_stripe_id: 'price_10_monthly',
      max_users: 10,
    },
    texts: { plan_name: 100, plan_stripe_id: 100 },
    also: { 'query.filter_search': 'end users', 'query.filterin_id': '1|2' },
    insert: async (db, { mark }) => (await buildPlan(db, { plan_stripe_id: `price_${mark}` })).id,
  },
} as const satisfies Partial<Record<ChangedTable, ResourceCase>>;

export type ResourceName = keyof typeof RESOURCE_CASES;

/** Every resource with its name. */
export const resourceCases = Object.entries(RESOURCE_CASES) as readonly [ResourceName, ResourceCase][];

/** Whether each row belongs to one subscriber. */
export function isOwned(name: ResourceName): boolean {
  const owner: string = TABLE_OWNER[name];
  return owner === 'team_id';
}
