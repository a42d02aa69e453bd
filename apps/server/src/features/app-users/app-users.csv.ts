import type { AppUser } from '@callpoint/contract/app-users';
import { localTimes } from '../../http/csv/csv-responses.ts';
import type { Cell } from '../../http/csv/csv-cells.ts';

/** The columns of an export of app users. */
export function appUserColumns(zone: string): [header: string, cell: (user: AppUser) => Cell][] {
  const local = localTimes(zone);
  return [
    ['Id', ({ id }) => id],
    ['Account number', ({ team_id }) => team_id],
    ['Name', ({ name }) => name],
    ['Email', ({ email }) => email],
    ['Phone', ({ phone }) => phone],
    ['Status', ({ status }) => (status === 1 ? 'active' : 'blocked')],
    ['Agreed to SMS (UTC)', ({ sms_consent }) => sms_consent?.at ?? null],
    [`Agreed to SMS (${zone})`, ({ sms_consent }) => sms_consent && local(sms_consent.at)],
    // The user's number may have changed since.
    ['Agreed for the number', ({ sms_consent }) => sms_consent?.number ?? null],
    ['Created (UTC)', ({ created_at }) => created_at],
    [`Created (${zone})`, ({ created_at }) => local(created_at)],
  ];
}
