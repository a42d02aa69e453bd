import type { AnswerSource, Responder } from '@callpoint/contract/incidents';
import type { Row } from '../../db/rows.ts';

type Recipient = Pick<Row<'incident_responder'>, 'name' | 'address' | 'role'>;

/** The person behind an address. A number is not shown to other recipients unless it is the channel's own. */
export function responderOf(
  { name, address, role }: Recipient,
  via: AnswerSource,
  given?: string,
): Responder {
  return {
    name: name ?? (given || address),
    via,
    phone: phoneOf({ address }),
    role,
  };
}

/** The number of a recipient; null if the address is none. */
export function phoneOf({ address }: Pick<Recipient, 'address'>): string | null {
  return address.startsWith('+') ? address : null;
}
