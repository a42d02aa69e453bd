import { useQueryClient } from '@tanstack/react-query';
import { updateTeamBody, type Team } from '@callpoint/contract/subscribers';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../../states/alerts.ts';
import { useEditRecord } from '../../../form/record/use-edit-record.ts';
import { CallError } from '../../../net/call-error.ts';
import { session } from '../../../session/session.ts';
import { subscriberFrameTexts } from '../../../texts/subscriber-frame.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';
import {
  accountFields,
  accountValues,
  toAccountData,
  type AccountData,
  type AccountField,
  type AccountValues,
} from './account-values.ts';
import type { ProfileScope } from '../profile-scope.ts';
import { readProfile } from '../subscriptions.api.ts';
import { updateAccount } from './account.api.ts';

export const ACCOUNT_LABELS: Readonly<Record<AccountField, string>> = {
  account_name: subscriptionTexts.accountName,
  first_name: subscriptionTexts.firstName,
  last_name: subscriptionTexts.lastName,
  email: subscriptionTexts.email,
  phone: subscriptionTexts.phone,
  time_zone: subscriptionTexts.timeZone,
};

/** The form of an account, and how it is saved. */
export function useAccountForm(team: Team, scope: ProfileScope) {
  const queries = useQueryClient();
  return useEditRecord<Team, AccountValues, AccountData>({
    row: team,
    valuesOf: accountValues,
    fields: accountFields(scope),
    normalized: ['phone'],
    name: `account ${team.id}`,
    convert: (values) => toAccountData(values, scope),
    schema: updateTeamBody.shape.data,
    labels: ACCOUNT_LABELS,
    update: (row, data) => updateAccount(scope, row, data),
    readAgain: async () => {
      const row = await readProfile(scope);
      if (!row) throw new CallError('rejected', 404, [{ msg: subscriberFrameTexts.noSubscriber }]);
      return row;
    },
    saved: async ({ email, account_name, first_name, last_name }) => {
      if (scope.as === 'team') session.updateUser({ email, account_name, first_name, last_name });
      alerts.success(TEXTS.updated);
      await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
    },
    failed: TEXTS.failedAction,
  });
}
