import { dayAndTime, listTimeText, relativeText, timestampText } from './timestamp-text.ts';
import classes from './cells.module.css';
import { useNow } from './use-now.ts';

/** A moment (ISO 8601) in the reader's own zone, with the time since then below. */
export function Timestamp({ at }: { at: string }) {
  const now = useNow();
  const { day, time } = dayAndTime(at);
  return (
    <time dateTime={at} className={classes['moment']}>
      <span className={classes['noWrap']}>{time ? `${day},` : day}</span>{' '}
      <span className={classes['noWrap']}>{time}</span>
      <span className={classes['below']}>{relativeText(at, now)}</span>
    </time>
  );
}

/**
 * The same in a list: on one line, with the zone in the column's header, and all of it in the tooltip.
 * @param props.after another moment of the row: the text is only the time of its day, or another day.
 */
export function ListTime({ at, after }: { at: string; after?: string }) {
  return (
    <time
      dateTime={at}
      className={`${classes['moment']} ${classes['noWrap']}`}
      // Written when it is wanted: a list has up to 500 of these.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = `${timestampText(at)}, ${relativeText(at, Date.now())}`;
      }}
    >
      {listTimeText(at, after)}
    </time>
  );
}
