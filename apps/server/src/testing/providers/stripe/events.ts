import { Stripe } from 'stripe';
import { snapshot, type State } from './state.ts';

type EventType = Stripe.Event['type'];
type ObjectOf<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

/** Stores an event with a copy of the object, as it is after the change. */
export function publish<T extends EventType>(
  state: State,
  type: T,
  object: ObjectOf<T>,
  previous?: Partial<ObjectOf<T>>,
): void {
  const id = state.id('evt');
  const event = {
    id,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: state.now,
    data: { object: snapshot(object), ...(previous && { previous_attributes: snapshot(previous) }) },
    livemode: state.livemode,
    pending_webhooks: 1,
    request: state.request
      ? { id: state.request.id, idempotency_key: state.request.idempotencyKey }
      : { id: null, idempotency_key: null },
    type,
  } satisfies Stripe.EventBase;
  // The library's union of events cannot be built from a variable type: both parts were checked above.
  state.events.set(id, event as Stripe.Event);
}

type Updated = {
  subscription: 'customer.subscription.updated';
  customer: 'customer.updated';
};

/** Changes an object and publishes its update with the previous values, if a value really changed. */
export function update<T extends Stripe.Subscription | Stripe.Customer>(
  state: State,
  object: T,
  changes: Partial<T>,
): void {
  const before = snapshot(object);
  Object.assign(object, changes);
  const after = snapshot(object);
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (changed.length === 0) return;
  const previous = Object.fromEntries(changed.map((key) => [key, before[key] ?? null]));
  const types: Updated = {
    subscription: 'customer.subscription.updated',
    customer: 'customer.updated',
  };
  publish(state, types[object.object], object, previous);
}
