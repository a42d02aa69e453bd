/** What the forms hold, and what the calls take. Blanks around a name, an address or a number are never meant. */

export type UserValues = { name: string; email: string; phone: string; password: string };
export type NewUserValues = UserValues & { consent: boolean };

type Profile = { name: string; email: string; phone: string; team_id: number };
export type NewUser = Profile & { password: string };
export type UserChange = Profile & { password?: string };

export const EMPTY_USER: NewUserValues = { name: '', email: '', phone: '', password: '', consent: false };

function toProfile({ name, email, phone }: UserValues, teamId: number): Profile {
  return { team_id: teamId, name: name.trim(), email: email.trim(), phone: phone.trim() };
}

export function toNewUser(values: UserValues, teamId: number): NewUser {
  return { ...toProfile(values, teamId), password: values.password };
}

/** An empty password means: leave it as it is. */
export function toUserChange(values: UserValues, teamId: number): UserChange {
  const profile = toProfile(values, teamId);
  return values.password === '' ? profile : { ...profile, password: values.password };
}

/** Passwords are never read back, and never kept. */
export function withoutPassword<Values extends UserValues>(values: Values): Values {
  return { ...values, password: '' };
}

const SHARED = ['name', 'email', 'phone'] as const;
type Shared = Pick<Profile, (typeof SHARED)[number]>;

/**
 * What a user becomes when two people have changed them: what this person typed over `known`, and beside it what
 * `theirs` brought. `clashing`: the fields that both changed, each to something else; there `merged` has what was typed.
 */
export function mergeUser(
  known: Shared,
  theirs: Shared,
  typed: Shared,
): { merged: Shared; clashing: (keyof Shared)[] } {
  const isTyped = (field: keyof Shared) => typed[field] !== known[field];
  const pick = (field: keyof Shared) => (isTyped(field) ? typed[field] : theirs[field]);
  return {
    merged: { name: pick('name'), email: pick('email'), phone: pick('phone') },
    clashing: SHARED.filter(
      (field) => isTyped(field) && theirs[field] !== known[field] && theirs[field] !== typed[field],
    ),
  };
}
