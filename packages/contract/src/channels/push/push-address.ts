import type { Role } from '../../permissions.ts';

/** Addresses of push messages: an account, with all its browsers and phones that allow notifications. */

const ADDRESS = /^(team|admin|app_user):([1-9]\d{0,9})$/;

/** `team:7`: the consoles of subscriber 7; `admin:1`; `app_user:12`: the phones of app user 12. */
export function pushAddress(role: Role, accountId: number): string {
  return `${role}:${accountId}`;
}

/** The account of an address; null for other texts. */
export function parsePushAddress(address: string): { role: Role; accountId: number } | null {
  const [, role, id] = ADDRESS.exec(address) ?? [];
  return role === undefined ? null : { role: role as Role, accountId: Number(id) };
}
