import { useQueryClient } from '@tanstack/react-query';
import { updateAppUserBody as updateCall, type AppUser } from '@callpoint/contract/app-users';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../states/alerts.ts';
import { useEditRecord } from '../../form/record/use-edit-record.ts';
import { CallError } from '../../net/call-error.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import { readAppUser, updateAppUser } from './app-users.api.ts';
import type { UserLabels } from './user-fields.tsx';
import { toUserChange, withoutPassword, type NewUserValues, type UserChange } from './user-values.ts';

/** The form of one app user, and how it is saved. */
export function useEditUser(user: AppUser, labels: UserLabels & { consent: string }) {
  const queries = useQueryClient();
  return useEditRecord<AppUser, NewUserValues, UserChange>({
    row: user,
    valuesOf: ({ name, email, phone }) => ({ name, email, phone, password: '', consent: false }),
    fields: ['name', 'email', 'phone'],
    normalized: ['phone'],
    name: `app-user ${user.id}`,
    keep: withoutPassword,
    convert: (values) => toUserChange(values, user),
    schema: updateCall.shape.data,
    labels,
    update: (row, data) => updateAppUser(row, data),
    readAgain: async () => {
      const row = await readAppUser(user.id);
      if (!row) throw new CallError('rejected', 404, [{ msg: TEXTS.noSuchUser }]);
      return row;
    },
    saved: async () => {
      alerts.success(TEXTS.appUserUpdated);
      await queries.invalidateQueries({ queryKey: APP_USERS, refetchType: 'none' });
      // The server knows what they have agreed to, and for which number.
      await queries.refetchQueries({ queryKey: [...APP_USERS, 'one', user.id] });
    },
    failed: TEXTS.appUserUpdateFailed,
  });
}
