import type { Team } from '@callpoint/contract/subscribers';
import type { Cell } from '../../http/csv/csv-cells.ts';
import { localTimes } from '../../http/csv/csv-responses.ts';

const PLANS: Readonly<Record<Team['plan'], string>> = {
  free: 'Free',
  paid: 'Paid',
  upgrade_by_admin: 'Upgraded by admin',
};

/** The columns of an export of subscribers. */
export function subscriberColumns(zone: string): [header: string, cell: (team: Team) => Cell][] {
  const local = localTimes(zone);
  const end = ({ plan, plan_obj }: Team) => (plan === 'upgrade_by_admin' ? plan_obj : null);
  return [
    ['Account number', ({ id }) => id],
    ['First name', ({ first_name }) => first_name],
    ['Last name', ({ last_name }) => last_name],
    ['Email', ({ email }) => email],
    ['Account name', ({ account_name }) => account_name],
    ['Phone', ({ phone }) => phone],
    ['Plan', ({ plan }) => PLANS[plan]],
    ['Paid plan', ({ plan, plan_obj }) => (plan === 'paid' ? plan_obj : null)],
    ['Upgrade ends (UTC)', end],
    [
      `Upgrade ends (${zone})`,
      (team) => {
        const at = end(team);
        return at && local(at);
      },
    ],
    ['Max app user count', ({ max_users }) => max_users],
    ['App users', ({ used_users }) => used_users],
    ['Is blocked', ({ status }) => (status === 0 ? 'Yes' : 'No')],
    ['Email confirmed', ({ email_confirmed }) => (email_confirmed ? 'Yes' : 'No')],
    ['Time zone', ({ time_zone }) => time_zone],
  ];
}
