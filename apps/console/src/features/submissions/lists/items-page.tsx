import { BackToSubscribers } from '../../../display/back-to-subscribers.tsx';
import { IconBuilding } from '@tabler/icons-react';
import { itemLabel, type Item } from '@callpoint/contract/catalog';
import type { ItemSummary } from '@callpoint/contract/submissions';
import { useParams } from '../../../links/location.ts';
import { Link } from '../../../links/link.ts';
import { FailedRead } from '../../../states/failed-read.tsx';
import { NotFoundPage } from '../../../page/not-found-page.tsx';
import { Page } from '../../../page/page.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { StateBlock } from '../../../states/state-block.tsx';
import { CallError } from '../../../net/call-error.ts';
import { isRowId, teamScope } from '../../../list/scope.ts';
import { shellTexts } from '../../../texts/shell.ts';
import { submissionCountTexts } from '../../../texts/submission-counts.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { Timestamp } from '../../../display/timestamp.tsx';
import classes from './items-page.module.css';
import { useSubmissionSummary } from '../submissions.api.ts';

/** The submissions of one subscriber, for an administrator: a link for each button and form. */
export function Component() {
  const { teamId = '' } = useParams();
  if (!isRowId(teamId)) return <NotFoundPage />;
  return (
    <Page
      title={submissionTexts.dataOf(teamId)}
      description={submissionCountTexts.dataOfDescription}
      parent={{ label: shellTexts.subscribers, to: '/subscribers' }}
      width="form"
      action={<BackToSubscribers />}
    >
      <ItemList teamId={Number(teamId)} />
    </Page>
  );
}

function ItemList({ teamId }: { teamId: number }) {
  const { data, error, isFetching, refetch } = useSubmissionSummary(teamId);
  if (error instanceof CallError && error.status === 404) {
    return <StateBlock icon={<IconBuilding size={22} />} title={error.message} />;
  }
  return (
    <>
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={submissionCountTexts.dataReadFailed}
          stale={data !== undefined}
        />
      )}
      {data && (
        <ul className={classes['list']}>
          {data.map((item) => (
            <ItemLink key={`${item.kind} ${item.item_id}`} teamId={teamId} item={item} />
          ))}
        </ul>
      )}
      {!data && !error && <SkeletonForm fields={7} />}
    </>
  );
}

function ItemLink({ teamId, item }: { teamId: number; item: ItemSummary }) {
  const { kind, item_id: id, total, last_at: last } = item;
  const screen = kind === 'button' ? 'button_data' : 'form_data';
  return (
    <li className={classes['item']}>
      <Link to={teamScope(teamId).recordsPath(screen, id)}>{linkLabel({ kind, id } as Item)}</Link>
      <span className={classes['count']}>
        {total === 0 ? submissionCountTexts.noRecords : submissionCountTexts.count(total)}
      </span>
      {last && (
        <span className={classes['last']}>
          {submissionCountTexts.lastReceived} <Timestamp at={last} />
        </span>
      )}
    </li>
  );
}

/** On this page the first button has its own spelling. */
function linkLabel(item: Item): string {
  return item.kind === 'button' && item.id === 1 ? submissionCountTexts.oshaOnSite : itemLabel(item);
}
