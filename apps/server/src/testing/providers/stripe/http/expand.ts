import { listOf, snapshot, type State } from '../state.ts';
import { invalid } from './errors.ts';

type Json = { [key: string]: unknown };

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The response with each path of `expand` replaced by its object, for example `latest_invoice.confirmation_secret`. */
export function expand(state: State, response: object, paths: string[]): Json {
  const copy: Json = snapshot({ ...response });
  for (const path of paths) {
    const keys = path.split('.');
    if (keys.length > 4) {
      throw invalid(`You cannot expand more than 4 levels of a property (${path}).`, 'expand');
    }
    expandAt(state, copy, keys, path);
  }
  return copy;
}

function expandAt(state: State, object: Json, [key = '', ...deeper]: string[], path: string): void {
  const value = object[key];
  if (Array.isArray(value)) {
    if (object['object'] !== 'list' || deeper.length === 0) throw notExpandable(path);
    for (const item of value) if (isObject(item)) expandAt(state, item, deeper, path);
    return;
  }
  if (value === null) return;
  const included = isObject(value) ? value : includable(state, object, key);
  const expanded = included === undefined ? referenced(state, value) : included;
  if (expanded === undefined) throw notExpandable(path);
  object[key] = expanded;
  if (isObject(expanded) && deeper.length > 0) expandAt(state, expanded, deeper, path);
}

function referenced(state: State, value: unknown): unknown {
  const found = typeof value === 'string' ? state.find(value) : undefined;
  return found && snapshot(found);
}

/** Values that an object has only if they are requested; undefined if the key is none of them. */
function includable(state: State, object: Json, key: string): unknown {
  const id = String(object['id']);
  if (object['object'] === 'invoice' && key === 'confirmation_secret') {
    const payment = paymentsOf(state, id).find((each) => each.is_default)?.payment.payment_intent;
    const intent = typeof payment === 'string' ? state.paymentIntents.get(payment) : undefined;
    return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
  }
  if (object['object'] === 'invoice' && key === 'payments') {
    return snapshot(listOf(paymentsOf(state, id), `/v1/invoice_payments`));
  }
  if (object['object'] === 'customer' && key === 'subscriptions') {
    const own = [...state.subscriptions.values()].filter((each) => each.customer === id);
    return snapshot(listOf(own, `/v1/customers/${id}/subscriptions`));
  }
  if (object['object'] === 'charge' && key === 'refunds') {
    const own = [...state.refunds.values()].filter((each) => each.charge === id);
    return snapshot(listOf(own, `/v1/charges/${id}/refunds`));
  }
  return undefined;
}

const paymentsOf = (state: State, invoice: string) =>
  [...state.invoicePayments.values()].filter((payment) => payment.invoice === invoice);

const notExpandable = (path: string) => invalid(`This property cannot be expanded (${path}).`, 'expand');
