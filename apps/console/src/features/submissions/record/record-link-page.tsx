import { isExampleRecordKey } from '@callpoint/contract/record-link';
import { useQuery } from '@tanstack/react-query';
import { IconFileUnknown, IconLink } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from '../../../links/link.ts';
import { useParams } from '../../../links/location.ts';
import { navigate } from '../../../links/navigation.ts';
import type { PagePath } from '../../../links/page-path.ts';
import { OWN_SCOPE, teamScope, type Scope } from '../../../list/scope.ts';
import { api } from '../../../net/api.ts';
import { CallError } from '../../../net/call-error.ts';
import { Page } from '../../../page/page.tsx';
import { useSession } from '../../../session/session.ts';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { StateBlock } from '../../../states/state-block.tsx';
import { feedbackTexts } from '../../../texts/feedback.ts';
import { recordTexts } from '../../../texts/record.ts';

/** Where the link of a message leads: the record that it is about. */
export function Component() {
  const { recordKey = '' } = useParams();
  return isExampleRecordKey(recordKey) ? <ExampleLink /> : <LinkedRecord recordKey={recordKey} />;
}

function ExampleLink() {
  return (
    <Page title={recordTexts.exampleLink}>
      <StateBlock
        icon={<IconLink size={22} />}
        title={recordTexts.exampleLinkTitle}
        action={<Link to="/">{feedbackTexts.toStart}</Link>}
      >
        {recordTexts.exampleLinkDescription}
      </StateBlock>
    </Page>
  );
}

function LinkedRecord({ recordKey }: { recordKey: string }) {
  const role = useSession()?.role;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['record-link', recordKey],
    queryFn: ({ signal }) => findRecord(recordKey, signal),
  });
  const path = data && recordPath(role === 'admin' ? teamScope(data.team_id) : OWN_SCOPE, data);
  useEffect(() => {
    if (path) void navigate(path, { replace: true });
  }, [path]);
  return (
    <Page title={recordTexts.linkedRecord}>
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={recordTexts.recordReadFailed}
        />
      )}
      {(data || !(error || data === null)) && <SkeletonForm fields={4} />}
      {data === null && (
        <StateBlock
          icon={<IconFileUnknown size={22} />}
          title={recordTexts.noRecord}
          action={<Link to="/">{feedbackTexts.toStart}</Link>}
        >
          {recordTexts.noRecordDescription}
        </StateBlock>
      )}
    </Page>
  );
}

type FoundRecord = { kind: 'button' | 'form'; item_id: number; id: number };

function recordPath(scope: Scope, { kind, item_id, id }: FoundRecord): PagePath {
  return `${scope.recordsPath(kind === 'button' ? 'button_data' : 'form_data', item_id)}/${id}`;
}

/** Null where there is no such record, or not for this account. */
async function findRecord(key: string, signal: AbortSignal) {
  try {
    return (await api.get('/api/v1/findRecord', { query: { key }, signal })).data;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}
