import { timestampText, relativeText } from './timestamp-text.ts';
import classes from './cells.module.css';
import { useNow } from './use-now.ts';

/** A moment (ISO 8601) in the reader's own zone, with the time since then below. */
export function Timestamp({ at }: { at: string }) {
  const now = useNow();
  const [day, time] = timestampText(at).split(', ');
  return (
    <time dateTime={at} className={classes['moment']}>
      <span className={classes['noWrap']}>{day},</span> <span className={classes['noWrap']}>{time}</span>
      <span className={classes['below']}>{relativeText(at, now)}</span>
    </time>
  );
}
