import type { toReadable } from '@callpoint/alerts/sms/phone-numbers';
import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

/** Numbers of recipients are stored for machines: `+13035550141`. Those of people too, if they were typed like that. */
const STORED = /^\+\d{7,15}$/;
const NORTH_AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/;

/** Formats numbers of all countries. Their numbering plans are large: they load when the first such number is shown. */
const formatter = createStore<typeof toReadable | null>(null);
let loading: Promise<void> | null = null;

/** A number as people read it: `+1 303 555 0141`. Any other text, such as an email address, is unchanged. */
export function readableNumber(address: string): string {
  if (!STORED.test(address)) return address;
  if (NORTH_AMERICAN.test(address)) return address.replace(NORTH_AMERICAN, '+1 $1 $2 $3');
  loading ??= import('@callpoint/alerts/sms/phone-numbers').then(
    (plans) => formatter.set(plans.toReadable),
    // The stored number is shown, and the next one tries again.
    () => {
      loading = null;
    },
  );
  return formatter.current()?.(address) ?? address;
}

/** `readableNumber` for a component: it renders again when the numbers of all countries can be formatted. */
export function useReadableNumber(): typeof readableNumber {
  useStore(formatter);
  return readableNumber;
}
