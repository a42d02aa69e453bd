import type { Stripe } from 'stripe';
import { listOf, type State } from '../state.ts';
import { invalid } from './errors.ts';
import type { Params } from './form.ts';

/** Each object that a call can return, typed as the client library declares it. */
export type ApiObject =
  | Stripe.Balance
  | Stripe.Charge
  | Stripe.Customer
  | Stripe.Dispute
  | Stripe.Event
  | Stripe.Invoice
  | Stripe.InvoicePayment
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.Price
  | Stripe.Product
  | Stripe.Refund
  | Stripe.SetupIntent
  | Stripe.Subscription;

export type Call = { state: State; params: Params; id: string };

export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  /** `:id` is the id of an object. */
  path: string;
  /** The parameters that this provider knows, besides `expand` and those of pages. */
  params?: string[];
  /** Runs without waiting, so that a call takes effect completely or not at all. */
  run(call: Call): ApiObject | Stripe.ApiList<ApiObject>;
};

/** The parameters of a call that this provider supports: those that the client library no longer declares are errors. */
export function known<Declared>(...names: (keyof Declared & string)[]): (keyof Declared & string)[] {
  return names;
}

export const PAGE_PARAMS = ['limit', 'starting_after', 'ending_before'];

/** One page of the objects, newest first. */
export function page<T extends { id: string }>(
  oldestFirst: T[],
  params: Params,
  url: string,
): Stripe.ApiList<T> {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalid('Limit must be between 1 and 100.', 'limit');
  const all = oldestFirst.toReversed();
  const [after, before] = [params.text('starting_after'), params.text('ending_before')];
  if (before !== undefined) {
    const rest = all.slice(0, positionOf(all, before, 'ending_before'));
    return listOf(rest.slice(-limit), url, rest.length > limit);
  }
  const rest = after === undefined ? all : all.slice(positionOf(all, after, 'starting_after') + 1);
  return listOf(rest.slice(0, limit), url, rest.length > limit);
}

function positionOf(all: { id: string }[], id: string, param: string): number {
  const position = all.findIndex((object) => object.id === id);
  if (position < 0) throw invalid(`No such object: '${id}'`, param, 'resource_missing');
  return position;
}

/** Whether a time is in the range of a parameter: `created=5`, `created[gte]=5`. */
export function isInRange(params: Params, key: string, time: number): boolean {
  if (typeof params.fields[key] === 'string') return params.integer(key) === time;
  const range = params.object(key);
  if (!range) return true;
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((limit) => range.integer(limit));
  return (
    time > (gt ?? -Infinity) &&
    time >= (gte ?? -Infinity) &&
    time < (lt ?? Infinity) &&
    time <= (lte ?? Infinity)
  );
}
