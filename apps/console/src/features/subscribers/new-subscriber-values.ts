/** What the form of a new subscriber holds, and what the call takes. */

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

/** Blanks around a name, an address or a number are never meant; in a password they are. */
export function toNewSubscriber({ password, ...values }: NewSubscriber): NewSubscriber {
  const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
  return { ...(trimmed as typeof values), password };
}
