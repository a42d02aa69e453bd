import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { countKey, type RecordCounts } from '../../../features/submissions/counts/record-counts-store.ts';
import { Link } from '../../../links/link.ts';
import { shellTexts } from '../../../texts/shell.ts';
import type { MenuEntry, MenuSection } from '../../menus.ts';
import { useCollapsed } from './collapsed-sections.ts';
import classes from './sidebar.module.css';

type SidebarSectionProps = {
  section: MenuSection;
  current: MenuEntry | undefined;
  counts: RecordCounts;
  onChosen: () => void;
};

type Count = { fresh: number; urgent: number };
const NONE: Count = { fresh: 0, urgent: 0 };

/** Settings and received records have entries of the same names: records have a tile behind the icon, and counts. */
export function SidebarSection({ section, current, counts, onChosen }: SidebarSectionProps) {
  const { id, heading, note, entries } = section;
  const ids = useId();
  const [collapsed, toggle] = useCollapsed(id);
  const hidden = collapsed && heading !== null;
  const countOf = ({ item }: MenuEntry): Count =>
    (id === 'records' && item && counts.get(countKey(item))) || NONE;
  return (
    <div className={classes['section']} data-section={id}>
      {heading && (
        <h2 id={`${ids}h`} className={classes['heading']}>
          <button
            type="button"
            className={classes['toggle']}
            aria-expanded={!hidden}
            aria-controls={`${ids}l`}
            data-current={(hidden && current && entries.includes(current)) || undefined}
            onClick={toggle}
          >
            <span className={classes['headingText']}>{heading}</span>
            {hidden && <Counts {...sum(entries.map(countOf))} inSection />}
            <IconChevronDown aria-hidden size={14} className={classes['chevron']} />
          </button>
        </h2>
      )}
      {note && !hidden && <p className={classes['note']}>{note}</p>}
      <ul
        id={`${ids}l`}
        className={classes['list']}
        hidden={hidden}
        {...(heading ? { 'aria-labelledby': `${ids}h` } : {})}
      >
        {entries.map((entry) => {
          const Icon = entry.icon;
          return (
            <li key={entry.to}>
              <Link
                to={entry.to}
                className={classes['entry']}
                aria-current={entry === current ? 'page' : undefined}
                onClick={onChosen}
              >
                <span className={classes['icon']}>
                  <Icon aria-hidden size={16} />
                </span>
                <span className={classes['label']}>{entry.label}</span>
                <Counts {...countOf(entry)} />
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The largest count that is shown in digits. */
const MAX_SHOWN = 99;

/** Open emergencies in red; other new records in blue. */
function Counts({ fresh, urgent, inSection = false }: Count & { inSection?: boolean }) {
  const shown = (count: number) => (count > MAX_SHOWN ? shellTexts.atMost(MAX_SHOWN) : count);
  return (
    <>
      {urgent > 0 && (
        <span className={classes['count']} data-urgent-count>
          <span aria-hidden>{shown(urgent)}</span>
          <span className="visually-hidden">{shellTexts.openEmergencies(urgent)}</span>
        </span>
      )}
      {fresh > 0 && (
        <span className={classes['count']}>
          <span aria-hidden>{shown(fresh)}</span>
          <span className="visually-hidden">
            {inSection ? shellTexts.newRecordsInSection(fresh) : shellTexts.newRecords(fresh)}
          </span>
        </span>
      )}
    </>
  );
}

function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (total, { fresh, urgent }) => ({ fresh: total.fresh + fresh, urgent: total.urgent + urgent }),
    NONE,
  );
}
