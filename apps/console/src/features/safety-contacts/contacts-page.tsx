import type { Contact } from '@callpoint/contract/settings';
import { FailedRead } from '../../feedback/failed-read.tsx';
import { Page } from '../../feedback/page.tsx';
import { SkeletonForm } from '../../feedback/skeletons.tsx';
import { useLeaveGuard } from '../../form/use-leave-guard.ts';
import { contactTexts } from '../../lib/texts/safety-contacts.ts';
import { ContactRow } from './contact-row.tsx';
import { useContacts } from './safety-contacts.api.ts';
import { useContactsEditor } from './use-contacts-editor.ts';

/** Whom app users can call from the app. */
export function Component() {
  const { data, error, isFetching, refetch } = useContacts();
  return (
    <Page title={contactTexts.title} description={contactTexts.means}>
      {Boolean(error) && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={contactTexts.readFailed}
          stale={data !== undefined}
        />
      )}
      {data && <Contacts {...data} />}
      {!data && !error && <SkeletonForm fields={3} />}
    </Page>
  );
}

interface ContactsProps {
  contacts: readonly Contact[];
  changedAt: string;
}

function Contacts({ contacts, changedAt }: ContactsProps) {
  const editor = useContactsEditor(contacts, changedAt);
  useLeaveGuard(editor.hasChanges);
  return (
    <>
      {contacts.map((_, index) => (
        <ContactRow key={index} index={index} editor={editor} />
      ))}
    </>
  );
}
