import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Link } from '../../links/link.ts';
import { Page } from '../../page/page.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { subscriptionTexts } from '../../texts/subscriptions.ts';
import { NoSubscriber, Profile } from './profile.tsx';

/**
 * An administrator's page of one subscriber.
 * @param props.extra appears after its subscription
 */
export function SubscriberProfilePage({ extra }: { extra: (teamId: number) => ReactNode }) {
  const { teamId = '' } = useParams();
  return (
    <Page
      title={subscriptionTexts.profileOf(teamId)}
      description={subscriptionTexts.profileOfDescription}
      parent={{ label: shellTexts.subscribers, to: '/subscribers' }}
      width="form"
      action={
        <Button
          component={Link}
          to="/subscribers"
          variant="default"
          leftSection={<IconArrowLeft aria-hidden size={18} stroke={1.75} />}
        >
          {subscriptionTexts.goBack}
        </Button>
      }
    >
      {/^\d{1,9}$/.test(teamId) ? (
        <Profile key={teamId} scope={{ teamId: Number(teamId), as: 'admin' }} extra={extra(Number(teamId))} />
      ) : (
        <NoSubscriber />
      )}
    </Page>
  );
}
