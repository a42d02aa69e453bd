import { Button } from '@mantine/core';
import { IconMaximize, IconMinimize, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import type { Incident } from '@callpoint/contract/incidents';
import { useRef, type ComponentType } from 'react';
import { useDeviceAlertSettings } from '../../../device/device-alerts.ts';
import { useNow } from '../../../display/use-now.ts';
import { Page } from '../../../page/page.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { boardTexts as texts } from '../../../texts/board.ts';
import type { IncidentBase } from '../incident-changes.ts';
import { useIncidentBase } from '../incidents.api.ts';
import { incidentTexts } from '../../../texts/incidents.ts';
import { BoardRow } from './board-row.tsx';
import { BoardStatus } from './board-status.tsx';
import classes from './board.module.css';
import { orderForBoard } from './order-for-board.ts';
import { useBoardIncidents } from './use-board-incidents.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useIsStale } from './use-is-stale.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** Sounds while shown incidents are unanswered; in `app`, because it belongs to another feature. */
export type BoardAlerts = ComponentType<{ base: IncidentBase; incidents: readonly Incident[] }>;

/** The open incidents on a wall display. It runs for days: it has no state but the rows of the last read. */
export function Board({ Alerts }: { Alerts: BoardAlerts }) {
  const base = useIncidentBase();
  const { incidents, data, error, isFetching, refetch, dataUpdatedAt } = useBoardIncidents(base);
  const [{ sound }, changeAlerts] = useDeviceAlertSettings();
  const board = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen(board);
  useWakeLock();
  const ordered = orderForBoard(incidents, useNow());
  const unanswered = ordered.filter(({ state }) => state === 'open');
  // Incidents that are not in the list are after those in it: if all of these are unanswered, more may be.
  const total = data?.pagination.total ?? ordered.length;
  const hasMore = total > ordered.length;
  const readAt = data ? dataUpdatedAt : null;
  const isStale = useIsStale(readAt, error !== null);
  return (
    <Page
      title={texts.title}
      description={texts.description}
      parent={{ label: incidentTexts.title, to: '/incidents' }}
    >
      <div ref={board} className={classes['board']}>
        <div className={classes['head']}>
          <BoardStatus
            open={total}
            unanswered={unanswered.filter(({ is_drill }) => !is_drill).length}
            orMore={hasMore && unanswered.length === ordered.length}
            readAt={readAt}
            isStale={isStale}
          />
          <div className={classes['controls']}>
            <Button
              variant="default"
              aria-pressed={sound}
              leftSection={
                sound ? <IconVolume aria-hidden size={18} /> : <IconVolumeOff aria-hidden size={18} />
              }
              onClick={() => changeAlerts({ sound: !sound })}
            >
              {sound ? texts.soundOn : texts.soundOff}
            </Button>
            {fullScreen.isPossible && (
              <Button
                variant="default"
                leftSection={
                  fullScreen.isOn ? (
                    <IconMinimize aria-hidden size={18} />
                  ) : (
                    <IconMaximize aria-hidden size={18} />
                  )
                }
                onClick={fullScreen.toggle}
              >
                {fullScreen.isOn ? texts.leaveFullScreen : texts.fullScreen}
              </Button>
            )}
          </div>
        </div>
        <Alerts base={base} incidents={ordered} />
        {error && !data && (
          <FailedRead
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
            what={incidentTexts.listReadFailed}
          />
        )}
        {!data && !error && <SkeletonForm fields={3} />}
        {data && ordered.length === 0 && !isStale && (
          <div className={classes['none']}>
            <p className={classes['noneTitle']}>{texts.none}</p>
            <p>{texts.noneDescription}</p>
          </div>
        )}
        <ol className={classes['rows']}>
          {ordered.map((incident) => (
            <BoardRow key={incident.id} incident={incident} forAll={base === '/api/v1'} />
          ))}
        </ol>
        {hasMore && <p>{texts.more(ordered.length)}</p>}
      </div>
    </Page>
  );
}
