import { TEXTS } from '@callpoint/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { IconBuilding } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from '../../links/link.ts';
import { useParams } from '../../links/location.ts';
import { isRowId } from '../../list/scope.ts';
import { api } from '../../net/api.ts';
import { SUBSCRIBERS } from '../../net/query-keys.ts';
import { PageArea } from '../../page/page-area.ts';
import { Page } from '../../page/page.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { subscriberFrameTexts as texts } from '../../texts/subscriber-frame.ts';
import classes from './subscriber-frame.module.css';

/**
 * Around an administrator's pages: a page about one subscriber starts with its name and number. All pages of a
 * subscriber that does not exist show the same message.
 */
export function SubscriberFrame({ children }: { children: ReactNode }) {
  const { teamId } = useParams();
  return teamId === undefined ? children : <OfSubscriber teamId={teamId}>{children}</OfSubscriber>;
}

function OfSubscriber({ teamId, children }: { teamId: string; children: ReactNode }) {
  const isValid = isRowId(teamId);
  const { data: name } = useQuery({
    queryKey: [...SUBSCRIBERS, 'name', teamId],
    queryFn: ({ signal }) => readName(Number(teamId), signal),
    enabled: isValid,
  });
  if (!isValid || name === null) return <NoSubscriber />;
  return (
    <>
      <p className={classes['subscriber']}>
        <IconBuilding aria-hidden size={16} />
        <Link to={`/subscriber/profile/${Number(teamId)}`}>
          {name === undefined ? texts.numbered(teamId) : <Named name={name} id={teamId} />}
        </Link>
      </p>
      {children}
    </>
  );
}

function Named({ name, id }: { name: string; id: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      {texts.afterName(id)}
    </>
  );
}

/** Null where there is no such subscriber. */
async function readName(id: number, signal: AbortSignal): Promise<string | null> {
  const { items } = await api.list('/api/v1/listPaged/team', { filter_id: id }, signal);
  return items[0]?.account_name ?? null;
}

function NoSubscriber() {
  return (
    <PageArea value={null}>
      <Page title={TEXTS.notFound}>
        <StateBlock
          icon={<IconBuilding size={22} />}
          title={texts.noSubscriber}
          action={<Link to="/subscribers">{texts.toSubscribers}</Link>}
        >
          {texts.noSubscriberDescription}
        </StateBlock>
      </Page>
    </PageArea>
  );
}
