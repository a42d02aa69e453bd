import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { updateAccountBody as updateCall, type Account } from '@callpoint/contract/account';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../states/alerts.ts';
import { ConflictNote } from '../../form/edits/conflict-note.tsx';
import { FieldPair, FormCard } from '../../form/record/form-card.tsx';
import { useEditRecord } from '../../form/record/use-edit-record.ts';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { session } from '../../session/session.ts';
import { accountTexts as texts } from '../../texts/account.ts';
import {
  ADMIN_ACCOUNT_FIELDS,
  adminAccountValues,
  toAdminAccountData,
  type AdminAccountData,
  type AdminAccountField,
} from './admin-account-values.ts';
import { ACCOUNT_QUERY, readAccount, updateAdminAccount } from './account.api.ts';

const LABELS: Readonly<Record<AdminAccountField, string>> = {
  first_name: texts.firstName,
  last_name: texts.lastName,
  email: texts.email,
};

/** Changes the administrator's own name and email address. */
export function AdminAccountForm({ account }: { account: Account }) {
  const queries = useQueryClient();
  const { form, conflict, takeTheirs } = useEditRecord<Account, AdminAccountData, AdminAccountData>({
    row: account,
    valuesOf: adminAccountValues,
    fields: ADMIN_ACCOUNT_FIELDS,
    name: `account ${account.id}`,
    convert: toAdminAccountData,
    schema: updateCall.shape.data,
    labels: LABELS,
    update: updateAdminAccount,
    readAgain: readAccount,
    saved: async (row) => {
      session.updateUser(adminAccountValues(row));
      alerts.success(TEXTS.updated);
      await queries.invalidateQueries({ queryKey: ACCOUNT_QUERY });
    },
    failed: TEXTS.failedAction,
  });
  useLeaveGuard(form.isDirty);
  const field = (name: AdminAccountField) => ({
    label: LABELS[name],
    required: true,
    ...form.field(name),
  });
  return (
    <FormCard
      form={form}
      buttons={
        <Button type="submit" loading={form.saving} disabled={!form.isDirty}>
          {texts.save}
        </Button>
      }
    >
      <FieldPair>
        <TextInput {...field('first_name')} autoComplete="given-name" />
        <TextInput {...field('last_name')} autoComplete="family-name" />
      </FieldPair>
      <TextInput
        {...field('email')}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        description={texts.emailHelp}
      />
      <ConflictNote record={texts.title} labels={LABELS} conflict={conflict} onTake={takeTheirs} />
    </FormCard>
  );
}
