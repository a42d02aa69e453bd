import { IconCloudOff } from '@tabler/icons-react';
import { timestampText } from '../../../display/timestamp-text.ts';
import { useNow } from '../../../display/use-now.ts';
import { useConnection } from '../../../net/connection.ts';
import { boardTexts as texts } from '../../../texts/board.ts';
import classes from './board.module.css';

/** Without a read for this many milliseconds, the board may be out of date: it is read every 30 seconds. */
const STALE_MS = 90_000;

interface BoardStatusProps {
  open: number;
  unanswered: number;
  /** More than these are unanswered, or may be. */
  orMore: boolean;
  /** When the rows were read, in milliseconds since 1970; null for never. */
  readAt: number | null;
  /** The last read failed. */
  failed: boolean;
}

/** How many incidents are open, and whether the board is current. */
export function BoardStatus({ open, unanswered, orMore, readAt, failed }: BoardStatusProps) {
  const now = useNow();
  const connection = useConnection();
  const isStale =
    failed ||
    connection === 'offline' ||
    connection === 'unreachable' ||
    (readAt !== null && now - readAt > STALE_MS);
  const time = readAt === null ? null : timestampText(new Date(readAt).toISOString());
  return (
    <div className={classes['status']}>
      <p className={classes['counts']}>
        <strong>{open === 0 ? texts.none : texts.open(open)}</strong>
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
