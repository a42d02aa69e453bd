import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { FailedRead } from '../../states/failed-read.tsx';
import { Page } from '../../page/page.tsx';
import { InView } from '../../states/in-view.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { DaysSection } from './days-section.tsx';
import { ChannelsSection } from './channels-section.tsx';
import { Figures } from './figures.tsx';
import { LimitedSection } from './limited-section.tsx';
import { ReachSection } from './reach-section.tsx';
import { useOverview } from './overview.api.ts';
import { RevenueParts } from './revenue/revenue-parts.tsx';
import classes from './overview.module.css';

/** The platform at a glance. */
export function Component() {
  const { data, error, isFetching, refetch } = useOverview();
  const again = () => void refetch();
  return (
    <Page
      title={texts.title}
      description={texts.description}
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh aria-hidden size={18} />}
          loading={isFetching && data !== undefined}
          onClick={again}
        >
          {texts.refresh}
        </Button>
      }
    >
      {error && (
        <FailedRead
          error={error}
          onRetry={again}
          retrying={isFetching}
          what={texts.readFailed}
          stale={data !== undefined}
        />
      )}
      {data && (
        <>
          <Figures {...data} />
          <div className={classes['columns']}>
            <DaysSection days={data.days} />
            <ChannelsSection reach={data.reach} faults={data.faults} />
          </div>
          <LimitedSection limited={data.limited} />
          <ReachSection reach={data.reach} subscribers={data.subscribers} />
          <InView>
            <RevenueParts />
          </InView>
        </>
      )}
      {!data && !error && <SkeletonForm fields={8} />}
    </Page>
  );
}
