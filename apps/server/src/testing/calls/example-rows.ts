import { TABLE_OWNER } from '../../db/tables.ts';
import { resourceCases, type ResourceName } from '../resources.ts';

/** The input of a call. */
export type CallInput = { query?: Record<string, string | number>; body?: Record<string, unknown> };

/** Rows that example calls can use. */
export type ExampleRows = {
  ids: {
    team: number;
    app_user: number;
    button_click: number;
    alarm: number;
    incident: number;
    form_submission: number;
    deleted_item: number;
    /** An app user that no other example uses. */
    spare_user: number;
    delivery: number;
    settings: number;
    subscription_history: number;
    subscription: string;
    payment_invoice: number;
    /** Of the platform, not of a tenant. */
    config: number;
    version: number;
  } & Record<ResourceName, number>;
  planValue: string;
  emails: { team: string; app_user: string };
  /** The password of both. */
  password: string;
  /** The tokens of unused links. */
  resetToken: string;
  unlockToken: string;
  confirmToken: string;
  installCode: string;
  /** The key of the press in the links of its messages. */
  recordKey: string;
  /** The phone's own id of the press. */
  storedClientId: string;
  /** The phone's own id of the app user's active check-in. */
  checkInId: string;
  /** The key of an image in a form of the app user. */
  imageKey: string;
  /** The id that the phone generates for a submission. */
  clientId: string;
  /** A value that no other `Rows` has. */
  unique: string;
};

/** A value for each resource. */
export function forEachResource<Value>(valueOf: (name: ResourceName) => Value): Record<ResourceName, Value> {
  return Object.fromEntries(resourceCases.map(([name]) => [name, valueOf(name)])) as Record<
    ResourceName,
    Value
  >;
}

/** Ids that no row has. */
export const UNKNOWN_IDS: ExampleRows['ids'] = {
  team: 2_000_000_000,
  app_user: 2_000_000_000,
  button_click: 2_000_000_000,
  alarm: 2_000_000_000,
  incident: 2_000_000_000,
  form_submission: 2_000_000_000,
  deleted_item: 2_000_000_000,
  spare_user: 2_000_000_000,
  delivery: 2_000_000_000,
  settings: 2_000_000_000,
  subscription_history: 2_000_000_000,
  subscription: 'sub_unknown',
  payment_invoice: 2_000_000_000,
  config: 2_000_000_000,
  version: 2_000_000_000,
  ...forEachResource(() => 2_000_000_000),
};

/** To whom the rows of an example's id belong; see TABLE_OWNER. */
export function exampleOwner(name: keyof ExampleRows['ids']) {
  return TABLE_OWNER[name === 'spare_user' ? 'app_user' : name];
}
