import { Button } from '@mantine/core';
import { BUTTON_LABELS, EMERGENCY_BUTTON_ID, isButtonId } from '@callpoint/contract/catalog';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { durationText } from '../../../display/duration-text.ts';
import { lastDrillText } from '../../../display/last-drill-text.ts';
import { useNow } from '../../../display/use-now.ts';
import { Link } from '../../../links/link.ts';
import { useSearch } from '../../../links/location.ts';
import { changeQuery } from '../../../links/navigation.ts';
import { FailedRead } from '../../../states/failed-read.tsx';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { drillTexts as texts } from '../../../texts/drills.ts';
import { useDrillSummary } from './drills.api.ts';
import classes from './drills.module.css';

const DrillDialog = lazyPart(async () => (await import('./drill-dialog.tsx')).DrillDialog);

/**
 * When each button was last drilled and how fast the response was, and a button that starts a drill. The address can name
 * the button whose drill someone wants to start: `?start_drill=5`.
 */
export function Drills() {
  const asked = Number(useSearch().get('start_drill'));
  const [open, setOpen] = useState(isButtonId(asked));
  const now = useNow();
  const close = () => {
    setOpen(false);
    // Otherwise the dialog would open again when the page is loaded again.
    if (isButtonId(asked)) changeQuery(withoutButton, { keepScroll: true, replace: true });
  };
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
              <dd>{lastDrillText(last_at, now)}</dd>
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
      <Link to="/response-times?drill=yes">{texts.times}</Link>
      <Button
        variant="default"
        leftSection={<IconSpeakerphone aria-hidden size={18} />}
        onClick={() => setOpen(true)}
      >
        {texts.start}
      </Button>
      {open && <DrillDialog button={isButtonId(asked) ? asked : EMERGENCY_BUTTON_ID} onClose={close} />}
    </section>
  );
}

function withoutButton(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('start_drill');
  return next;
}
