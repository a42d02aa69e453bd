import type { Durations } from '@callpoint/contract/incident-metrics';
import { MissingValue } from '../../../display/cells.tsx';
import { responseTimeTexts as texts } from '../../../texts/response-times.ts';
import { timeText } from './figure-texts.ts';
import classes from './metrics.module.css';

/** A median, and below it within which time nine of ten were. */
export function FigureTime({ durations }: { durations: Durations }) {
  if (!durations) return <MissingValue>{texts.noTime}</MissingValue>;
  return (
    <>
      {timeText(durations.median_ms)}
      <span className={classes['within']}>{texts.ninetyIs(timeText(durations.p90_ms))}</span>
    </>
  );
}
