import { useQueryClient } from '@tanstack/react-query';
import { updateAppUser as updateCall, type AppUser } from '@callpoint/contract/app-users';
import { TEXTS } from '@callpoint/contract/texts';
import { useState } from 'react';
import { alerts } from '../../feedback/alerts.ts';
import { focusField } from '../../form/focus-field.ts';
import { fieldId, useRecordForm } from '../../form/use-record-form.ts';
import { CallError } from '../../lib/call-error.ts';
import { saveOver } from '../../lib/save-over.ts';
import { twoEditorsTexts } from '../../lib/texts/two-editors.ts';
import { APP_USERS, readAppUser, updateAppUser } from './app-users.api.ts';
import type { UserLabels } from './user-fields.tsx';
import { mergeUser, toUserChange, withoutPassword, type UserChange, type UserValues } from './user-values.ts';

type Clash = { theirs: AppUser; fields: ReturnType<typeof mergeUser>['clashing'] };

/**
 * The form of one app user, and how it is saved: over what the person was shown, and over nothing that somebody else
 * changed meanwhile.
 */
export function useEditUser(user: AppUser, labels: UserLabels) {
  const queries = useQueryClient();
  const [known, setKnown] = useState(user);
  const [clash, setClash] = useState<Clash | null>(null);
  const record = useRecordForm<UserValues, UserChange>({
    initialValues: valuesOf(user),
    name: `app-user ${user.id}`,
    keep: withoutPassword,
    convert: (values) => toUserChange(values, user.team_id),
    schema: updateCall.shape.data,
    labels,
    save,
    failed: TEXTS.appUserUpdateFailed,
  });
  const { form } = record;

  async function save(data: UserChange) {
    const result = await saveOver<AppUser>({
      row: known,
      isAsKnown: (row) => mergeUser(known, row, data).clashing.length === 0,
      isWanted: () => false,
      save: async (row) => {
        const { merged } = mergeUser(known, row, data);
        return { ...row, ...merged, ...(await updateAppUser(row, { ...data, ...merged })) };
      },
      readAgain: async () => {
        const row = await readAppUser(user.id);
        if (!row) throw new CallError('refused', 404, [{ msg: TEXTS.noSuchUser }]);
        return row;
      },
    });
    if ('theirs' in result) return tell(result.theirs, data);
    setKnown(result.saved);
    setClash(null);
    const now = valuesOf(result.saved);
    form.setValues(now);
    form.resetDirty(now);
    alerts.success(TEXTS.appUserUpdated);
    await queries.invalidateQueries({ queryKey: APP_USERS, refetchType: 'none' });
  }

  function tell(theirs: AppUser, data: UserChange) {
    const { merged, clashing } = mergeUser(known, theirs, data);
    setKnown(theirs);
    setClash({ theirs, fields: clashing });
    form.setValues(merged);
    form.resetDirty(valuesOf(theirs));
    const said = twoEditorsTexts.changed(theirs.updated_at);
    form.setErrors(Object.fromEntries(clashing.map((field) => [field, said])));
    const [first] = clashing;
    // After the problems are drawn: they move the fields.
    if (first) requestAnimationFrame(() => focusField(fieldId(first)));
  }

  function takeTheirs({ theirs, fields }: Clash) {
    form.setValues(Object.fromEntries(fields.map((field) => [field, theirs[field]])));
    for (const field of fields) form.clearFieldError(field);
    setClash(null);
    focusField(fieldId(fields[0] ?? 'name'));
  }

  return { ...record, clash, takeTheirs };
}

function valuesOf({ name, email, phone }: AppUser): UserValues {
  return { name, email, phone, password: '' };
}
