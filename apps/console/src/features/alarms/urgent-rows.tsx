import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useNow } from '../../display/use-now.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { isLate, type UrgentItem } from './urgent-items.ts';
import classes from './urgent-bar.module.css';
import { UrgentRow, type Compact } from './urgent-row.tsx';

interface UrgentRowsProps {
  items: readonly UrgentItem[];
  /** There may be more than `items` contains. */
  orMore: boolean;
  /** Where the first item takes one line. */
  compact: Compact;
}

/** The first item; the others on request, and how many of them have an overdue responder. */
export function UrgentRows({ items, orMore, compact }: UrgentRowsProps) {
  const [expanded, setExpanded] = useState(false);
  const now = useNow();
  const [first, ...others] = items;
  if (!first) return null;
  return (
    <ul className={classes['list']}>
      <UrgentRow one={first} compact={!expanded && compact}>
        {others.length > 0 && (
          <button
            type="button"
            className={classes['more']}
            aria-expanded={expanded}
            onClick={() => setExpanded(!expanded)}
          >
            {expanded
              ? emergencyTexts.fewer
              : emergencyTexts.more(others.length, others.filter((one) => isLate(one, now)).length, orMore)}
            <IconChevronDown aria-hidden size={16} />
          </button>
        )}
      </UrgentRow>
      {expanded && others.map((one) => <UrgentRow key={one.key} one={one} />)}
    </ul>
  );
}
