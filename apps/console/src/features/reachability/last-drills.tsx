import { itemLabel, type Item } from '@callpoint/contract/catalog';
import type { ReachabilityData } from '@callpoint/contract/reachability';
import { lastDrillText } from '../../display/last-drill-text.ts';
import { useNow } from '../../display/use-now.ts';
import { Link } from '../../links/link.ts';
import { lastDrillTexts as texts } from '../../texts/last-drill.ts';
import classes from './reachability.module.css';

interface LastDrillsProps {
  items: ReachabilityData['items'];
  /** Whether the reader can start a drill. */
  linked: boolean;
}

/** When each button that is on was last drilled. */
export function LastDrills({ items, linked }: LastDrillsProps) {
  const now = useNow();
  const buttons = items.filter(
    ({ level, last_drilled_at }) => level !== 'off' && last_drilled_at !== undefined,
  );
  if (buttons.length === 0) return null;
  return (
    <div className={classes['items']}>
      <h3 className={classes['heading']}>{texts.title}</h3>
      <ul className={classes['drills']}>
        {buttons.map(({ kind, id, last_drilled_at = null }) => {
          const label = itemLabel({ kind, id } as Item);
          return (
            <li key={id}>
              {label}
              <span className={classes['drilled']}>
                {lastDrillText(last_drilled_at, now)}
                {linked && (
                  <Link to={`/incidents?start_drill=${id}`} aria-label={texts.startOf(label)}>
                    {texts.start}
                  </Link>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
