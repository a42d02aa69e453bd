import { IconAlertTriangle } from '@tabler/icons-react';
import { useUnsent } from '../features/unsent/use-unsent.ts';
import { href } from '../links/route.ts';
import type { KnownPress } from '../reports/open-emergencies.ts';
import { responseTexts } from '../texts/response/response-texts.ts';
import classes from './bars.module.css';

/** What else is open, and what is not sent: one row, so that the emergency button stays in view. */
export function BarsRow({ others }: { others: readonly KnownPress[] }) {
  const { rejected, waiting } = useUnsent();
  const count = rejected.length + waiting;
  const [other] = others;
  const [oldest] = rejected;
  if (!other && count === 0) return null;
  return (
    <div className={classes['row']}>
      {other && (
        <a
          className={classes['link']}
          href={href(others.length === 1 ? `/sent/${other.client_id}` : '/history')}
        >
          {responseTexts.open.more(others.length)}
        </a>
      )}
      {count > 0 && (
        <div role="alert">
          <a
            className={classes['link']}
            href={href(oldest && count === 1 ? `/sent/${oldest.client_id}` : '/history')}
          >
            <IconAlertTriangle aria-hidden />
            <span>
              {oldest && <span>{responseTexts.unsent.rejected(rejected.length)} </span>}
              {waiting > 0 && <span>{responseTexts.unsent.waiting(waiting)}</span>}
            </span>
          </a>
        </div>
      )}
    </div>
  );
}
