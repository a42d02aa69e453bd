import { Button } from '@mantine/core';
import { BUTTON_LABELS, isButtonId } from '@callpoint/contract/catalogue';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { durationText } from '../../../display/duration-text.ts';
import { useNow } from '../../../display/use-now.ts';
import { FailedRead } from '../../../states/failed-read.tsx';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { drillTexts as texts } from '../../../texts/drills.ts';
import { useDrillSummary } from './drills.api.ts';
import classes from './drills.module.css';

const DrillDialog = lazyPart(async () => (await import('./drill-dialog.tsx')).DrillDialog);

const DAY = 86_400_000;

/** When each button was last drilled and how fast the response was, and a button that starts a drill. */
export function Drills() {
  const [open, setOpen] = useState(false);
  const now = useNow();
  const { data, error, isFetching, refetch } = useDrillSummary();
  return (
    <section className={classes['drills']} aria-label={texts.title}>
      {error ? (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.readFailed}
          stale={data !== undefined}
        />
      ) : (
        <dl className={classes['times']} aria-busy={data === undefined}>
          {data?.map(({ button_id, last_at, acknowledged_after_ms }) => (
            <div key={button_id}>
              <dt>{isButtonId(button_id) ? BUTTON_LABELS[button_id] : button_id}</dt>
              <dd>
                {last_at === null
                  ? texts.never
                  : texts.last(Math.max(0, Math.floor((now - Date.parse(last_at)) / DAY)))}
              </dd>
              {last_at !== null && (
                <dd className={classes['soft']}>
                  {acknowledged_after_ms === null
                    ? texts.notTaken
                    : texts.took(durationText(acknowledged_after_ms))}
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      <Button
        variant="default"
        leftSection={<IconSpeakerphone aria-hidden size={18} />}
        onClick={() => setOpen(true)}
      >
        {texts.start}
      </Button>
      {open && <DrillDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
