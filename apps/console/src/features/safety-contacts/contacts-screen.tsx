import type { Contact } from '@callpoint/contract/settings';
import { FailedRead } from '../../states/failed-read.tsx';
import { PAGE_TITLE_ID } from '../../page/page-title.ts';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { FormTable } from '../../form/record/form-table.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { contactTexts } from '../../texts/safety-contacts.ts';
import { tableTexts } from '../../texts/table.ts';
import { ContactRow } from './contact-row.tsx';
import type { ContactsStore } from './contacts-store.ts';
import { useContacts } from './safety-contacts.api.ts';
import { useContactsEditor } from './use-contacts-editor.ts';

const COLUMNS = [
  { header: contactTexts.column, width: '150px' },
  { header: contactTexts.parts.name },
  { header: contactTexts.parts.email },
  { header: contactTexts.parts.phone, width: '176px' },
  { header: tableTexts.actions, width: '164px' },
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
  contacts: readonly Contact[];
  changedAt: string;
}

function Contacts({ store, contacts, changedAt }: ContactsProps) {
  const editor = useContactsEditor(store, contacts, changedAt);
  useLeaveGuard(editor.hasChanges);
  return (
    <FormTable labelledBy={PAGE_TITLE_ID} columns={COLUMNS}>
      {contacts.map((_, index) => (
        <ContactRow key={index} index={index} editor={editor} />
      ))}
    </FormTable>
  );
}
