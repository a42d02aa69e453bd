import { Button, Group } from '@mantine/core';
import { IconFileUnknown, IconPrinter, IconTrash } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useLiveMessages } from '../../../live/live.ts';
import { Link } from '../../../links/link.ts';
import { navigate } from '../../../links/navigation.ts';
import { FailedRead } from '../../../states/failed-read.tsx';
import { Page } from '../../../page/page.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { StateBlock } from '../../../states/state-block.tsx';
import type { RecordsPath, Scope } from '../../../list/scope.ts';
import { recordTexts } from '../../../texts/record.ts';
import { deleteSubmissionTexts } from '../../../texts/delete-submission.ts';
import { DescriptionItem, DescriptionList } from '../../../display/description-list.tsx';
import { OpenedFact } from './opened-fact.tsx';
import { SubmissionDetails } from './submission-details.tsx';
import type { SubmissionResource, SubmissionKindSpec, SubmissionRow } from '../submissions-call.ts';
import { useSubmission } from '../submissions.api.ts';
import { useDeleteSubmission } from '../use-delete-submission.ts';

/** The address of a record in the console. */
export type RecordAddress = `${RecordsPath}/${number}`;

interface SlotProps {
  scope: Scope;
  id: number;
}

/** What other features add to a record, above and below its facts. */
export interface RecordSlots {
  /** Shown while the record is still being read, too: its own reads do not wait. */
  Above: ComponentType<SlotProps & { hasIncident: boolean }>;
  Below: ComponentType<SlotProps>;
}

interface RecordPageProps<Of extends SubmissionResource> extends RecordSlots {
  scope: Scope;
  kind: SubmissionKindSpec<Of>;
  itemId: number;
  id: number;
  /** The name of the button or form. */
  label: string;
  /** The facts that only this kind has. */
  OwnFacts?: ComponentType<{ row: SubmissionRow<Of>; address: RecordAddress }>;
}

/** One record: who, when, where, its text, and its messages. It can also be printed. */
export function RecordPage<Of extends SubmissionResource>(props: RecordPageProps<Of>) {
  const { scope, kind, itemId, id, label, OwnFacts, Above, Below } = props;
  const list = scope.recordsPath(kind.screen, itemId);
  const { data: row, error, isFetching, refetch } = useSubmission(scope, kind, itemId, id);
  useLiveMessages((message) => {
    if ('id' in message && message.submission === kind.submission && message.id === id) void refetch();
  });
  const remove = useDeleteSubmission(scope, kind, () => navigate(list, { replace: true }));
  const actions = row && (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconPrinter aria-hidden size={18} />}
        onClick={() => window.print()}
      >
        {recordTexts.print}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash aria-hidden size={16} />}
        onClick={() => void remove(row)}
      >
        {deleteSubmissionTexts.yes}
      </Button>
    </Group>
  );
  return (
    <Page
      title={recordTexts.recordTitle(id)}
      description={label}
      parent={{ label, to: list }}
      action={actions}
    >
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={recordTexts.recordReadFailed}
          stale={row !== undefined}
        />
      )}
      {(row || (row === undefined && !error)) && (
        <Above scope={scope} id={id} hasIncident={row !== undefined && hasIncident(row)} />
      )}
      {row === undefined && !error && <SkeletonForm fields={4} />}
      {row === null && <NoRecord list={list} />}
      {row && (
        <>
          <DescriptionList>
            <SubmissionDetails row={row} />
            {OwnFacts && <OwnFacts row={row} address={`${list}/${id}`} />}
            <OpenedFact kind={kind} row={row} />
            <DescriptionItem name={recordTexts.onTheirScreen}>{row.screen_text}</DescriptionItem>
          </DescriptionList>
          <Below scope={scope} id={id} />
        </>
      )}
    </Page>
  );
}

function hasIncident(row: SubmissionRow<SubmissionResource>): boolean {
  return 'incident' in row && row.incident !== null;
}

function NoRecord({ list }: { list: RecordsPath }) {
  return (
    <StateBlock
      icon={<IconFileUnknown size={22} />}
      title={recordTexts.noRecord}
      action={<Link to={list}>{recordTexts.toRecords}</Link>}
    >
      {recordTexts.noRecordDescription}
    </StateBlock>
  );
}
