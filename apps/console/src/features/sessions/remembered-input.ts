/** What someone typed on the forms before signing in, kept in this tab across a reload. Never a password. */

/** The login, which a sign-up fills in; `registered` is `yes` after it. */
export const LOGIN_FORM = 'login';
export const LOGIN_KEPT = ['email', 'role', 'registered'];

type Typed = Readonly<Record<string, string>>;
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Longer texts are not worth keeping. */
const MAX_LENGTH = 200;

const keyOf = (form: string) => `typed ${form}`;

/** The stored values of these fields; anything but a short text counts as empty. */
export function readTyped(storage: Pick<Storage, 'getItem'>, form: string, fields: readonly string[]): Typed {
  try {
    const given = JSON.parse(storage.getItem(keyOf(form)) ?? '') as Record<string, unknown> | null;
    return Object.fromEntries(
      fields.flatMap((field) => {
        const value = given?.[field];
        return typeof value === 'string' && value.length <= MAX_LENGTH ? [[field, value]] : [];
      }),
    );
  } catch {
    return {};
  }
}

/** Stores the values of these fields, and no others. */
export function storeTyped(storage: Storage, form: string, fields: readonly string[], values: object): void {
  const kept = Object.entries(values).filter(([field, value]) => fields.includes(field) && value !== '');
  try {
    if (kept.length === 0) storage.removeItem(keyOf(form));
    else storage.setItem(keyOf(form), JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // The storage is full or forbidden: a reload empties the form.
  }
}
