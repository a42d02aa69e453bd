import { IconCloudOff } from '@tabler/icons-react';
import { timestampText } from '../../../display/timestamp-text.ts';
import { boardTexts as texts } from '../../../texts/board.ts';
import classes from './board.module.css';

interface BoardStatusProps {
  open: number;
  unanswered: number;
  /** More than these are unanswered, or may be. */
  orMore: boolean;
  /** When the rows were read, in milliseconds since 1970; null for never. */
  readAt: number | null;
  /** The board may be out of date. */
  isStale: boolean;
}

/** How many incidents are open, and whether the board is current. */
export function BoardStatus({ open, unanswered, orMore, readAt, isStale }: BoardStatusProps) {
  const time = readAt === null ? null : timestampText(new Date(readAt).toISOString());
  // What was not read is not claimed.
  const none = time === null ? '' : isStale ? texts.noneAt(time) : texts.none;
  return (
    <div className={classes['status']}>
      <p className={classes['counts']}>
        <strong>{open === 0 ? none : texts.open(open)}</strong>
        {unanswered > 0 && <span>{texts.unanswered(unanswered, orMore)}</span>}
      </p>
      <div role="alert">
        {isStale && (
          <p className={classes['stale']}>
            <IconCloudOff aria-hidden size={24} />
            {time === null ? texts.neverRead : texts.stale(time)}
          </p>
        )}
      </div>
      {!isStale && time !== null && <p className={classes['updated']}>{texts.updated(time)}</p>}
    </div>
  );
}
