/** The values of the form of a new subscriber, and the body of its call. */

export type NewSubscriber = {
  account_name: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  password: string;
};

export const EMPTY_SUBSCRIBER: NewSubscriber = {
  account_name: '',
  email: '',
  first_name: '',
  last_name: '',
  phone: '',
  password: '',
};

/** Spaces around a name, an address or a number are removed; a password may contain them. */
export function toNewSubscriber({ password, ...values }: NewSubscriber): NewSubscriber {
  const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
  return { ...(trimmed as typeof values), password };
}
