import { Button } from '@mantine/core';
import { IconBuilding, IconPrinter } from '@tabler/icons-react';
import { useParams } from '../../../links/location.ts';
import type { ListDefaults } from '../../../list/list-state.ts';
import { isRowId } from '../../../list/scope.ts';
import { useListState } from '../../../list/use-list-state.ts';
import { CallError } from '../../../net/call-error.ts';
import { NotFoundPage } from '../../../page/not-found-page.tsx';
import { Page } from '../../../page/page.tsx';
import { useSignedIn } from '../../../session/session.ts';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { StateBlock } from '../../../states/state-block.tsx';
import { incidentTexts } from '../../../texts/incidents.ts';
import { responseTimeTexts as texts } from '../../../texts/response-times.ts';
import { shellTexts } from '../../../texts/shell.ts';
import { MonthlyReportSection } from '../monthly-report/monthly-report-section.tsx';
import { monthText } from './figure-texts.ts';
import { MetricsBody } from './metrics-body.tsx';
import { MetricsFilters, readButton, readMonths } from './metrics-filters.tsx';
import { useIncidentMetrics, type MetricsTarget } from './metrics.api.ts';

const DEFAULTS: ListDefaults<string, 'months' | 'button_id' | 'drill'> = {
  sorts: ['month'],
  sort: 'month',
  order: 'desc',
  filters: ['months', 'button_id', 'drill'],
};

/** How fast a subscriber's people respond: its own page, or an administrator's of one subscriber. */
export function Component() {
  const { role } = useSignedIn();
  const { teamId = '' } = useParams();
  if (role !== 'admin') return <Metrics of="self" />;
  return isRowId(teamId) ? <Metrics of={{ teamId: Number(teamId) }} /> : <NotFoundPage />;
}

function Metrics({ of }: { of: MetricsTarget }) {
  const [{ filters }, change] = useListState(DEFAULTS);
  const isDrill = filters.drill === 'yes';
  const { data, error, isFetching, refetch } = useIncidentMetrics(of, readMonths(filters.months), isDrill);
  const isMissing = error instanceof CallError && error.status === 404;
  const [newest, oldest] = [data?.months[0]?.month, data?.months.at(-1)?.month];
  return (
    <Page
      title={of === 'self' ? texts.title : texts.titleOf(String(of.teamId))}
      description={
        data && newest && oldest
          ? texts.description(isDrill, monthText(oldest), monthText(newest), data.zone)
          : texts.loadingDescription
      }
      parent={
        of === 'self'
          ? { label: incidentTexts.title, to: '/incidents' }
          : { label: shellTexts.subscribers, to: '/subscribers' }
      }
      action={
        !isMissing && (
          <Button
            variant="default"
            disabled={!data}
            leftSection={<IconPrinter aria-hidden size={18} />}
            onClick={() => window.print()}
          >
            {texts.print}
          </Button>
        )
      }
    >
      {isMissing ? (
        <StateBlock icon={<IconBuilding size={22} />} title={error.message} />
      ) : (
        <>
          <MetricsFilters filters={filters} onFilters={(next) => change({ filters: next })} />
          {error && (
            <FailedRead
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
              what={texts.readFailed}
              stale={data !== undefined}
            />
          )}
          {!data && !error && <SkeletonForm fields={6} />}
          {data && <MetricsBody metrics={data} button={readButton(filters.button_id)} isDrill={isDrill} />}
          {data && of === 'self' && <MonthlyReportSection />}
        </>
      )}
    </Page>
  );
}
