import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Contact } from '@callpoint/contract/setting-values';
import { FailedRead } from '../../states/failed-read.tsx';
import { PAGE_TITLE_ID } from '../../page/page-title.ts';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { FormTable } from '../../form/record/form-table.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { contactTexts } from '../../texts/safety-contacts.ts';
import { tableTexts } from '../../texts/table.ts';
import { TEXTS } from '@callpoint/contract/texts';
import { HistoryButton } from '../../form/history/history-button.tsx';
import { alerts } from '../../states/alerts.ts';
import { ContactRow } from './contact-row.tsx';
import type { ContactsRow, ContactsStore } from './contacts-store.ts';
import { useContacts, useSaveContacts } from './safety-contacts.api.ts';
import classes from './safety-contacts.module.css';
import { ADD_CONTACT_ID, useContactOrder, useContactRows } from './use-contact-order.ts';
import { useContactsEditor } from './use-contacts-editor.ts';

const COLUMNS = [
  // `Safety` and `Person 20`.
  { header: contactTexts.column, width: '102px' },
  // `Maureen Castillo, safety director` at 1280 px.
  { header: contactTexts.parts.name, width: '25%' },
  { header: contactTexts.parts.email },
  { header: contactTexts.parts.phone, width: '144px' },
  { header: tableTexts.actions, width: '248px' },
];

/** The people whom app users can call from the app: the team's, or the platform's. */
export function ContactsScreen({ store, description }: { store: ContactsStore; description: string }) {
  const { data, error, isFetching, refetch } = useContacts(store);
  return (
    <Page title={contactTexts.title} description={description}>
      {Boolean(error) && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={contactTexts.readFailed}
          stale={data !== undefined}
        />
      )}
      {data && <Contacts store={store} {...data} />}
      {!data && !error && <SkeletonForm fields={3} />}
    </Page>
  );
}

interface ContactsProps {
  store: ContactsStore;
  row: ContactsRow;
  contacts: readonly Contact[];
  changedAt: string;
}

function Contacts({ store, row, contacts, changedAt }: ContactsProps) {
  const { rows, setWanted } = useContactRows(contacts);
  const editor = useContactsEditor(store, rows, changedAt);
  const { hasChanges, reset } = editor;
  useLeaveGuard(hasChanges);
  const order = useContactOrder({ store, row, contacts, rows, setWanted, hasChanges, reset });
  const saveContacts = useSaveContacts(store);
  const callable = contacts.filter(({ phone }) => phone.trim() !== '').length;
  const { column, ...history } = store.history;
  return (
    <>
      <p className={classes['count']}>{contactTexts.count(callable)}</p>
      <FormTable labelledBy={PAGE_TITLE_ID} columns={COLUMNS}>
        {rows.map((_, index) => (
          <ContactRow key={index} index={index} editor={editor} order={order} />
        ))}
      </FormTable>
      <div className={classes['actions']}>
        <Button
          id={ADD_CONTACT_ID}
          variant="default"
          leftSection={<IconPlus aria-hidden size={18} />}
          disabled={!order.canAdd}
          onClick={order.add}
        >
          {contactTexts.add}
        </Button>
        <p className={classes['count']}>
          {(!order.canAdd && contactTexts.full) || (hasChanges && contactTexts.saveFirst)}
        </p>
        <HistoryButton
          title={contactTexts.title}
          {...history}
          fields={[{ id: row.id, column, label: contactTexts.title, kind: 'contacts', saved: row.value }]}
          onRestore={async (_, value) => {
            const result = await saveContacts(row.value, value);
            if ('theirs' in result) return 'changed';
            for (const index of rows.keys()) reset(index);
            setWanted(0);
            alerts.success(TEXTS.contactUpdated);
            return 'saved';
          }}
        />
      </div>
    </>
  );
}
