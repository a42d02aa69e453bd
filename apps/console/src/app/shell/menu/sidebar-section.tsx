import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from '../../../links/link.ts';
import { shellTexts } from '../../../texts/shell.ts';
import type { MenuEntry, MenuSection } from '../../menus.ts';
import { useCollapsed } from './collapsed-sections.ts';
import classes from './sidebar.module.css';
import type { MenuCount, useMenuCounts } from './use-menu-counts.ts';

type SidebarSectionProps = {
  section: MenuSection;
  current: MenuEntry | undefined;
  countOf: ReturnType<typeof useMenuCounts>;
  onChosen: () => void;
};

/** Settings and received records have entries of the same names: records have a tile behind the icon, and counts. */
export function SidebarSection({ section, current, countOf, onChosen }: SidebarSectionProps) {
  const { id, heading, note, entries } = section;
  const ids = useId();
  const [collapsed, toggle] = useCollapsed(id);
  const hidden = collapsed && heading !== null;
  const counts = entries.map((entry) => countOf(entry, id));
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
            {hidden && <Counts {...sum(counts)} />}
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
        {entries.map((entry, index) => {
          const count = counts[index];
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
                {count && <Counts {...count} />}
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

/** Urgent items in red, new ones in blue. */
function Counts({ fresh, urgent, freshText, urgentText }: MenuCount) {
  const shown = (count: number) => (count > MAX_SHOWN ? shellTexts.atMost(MAX_SHOWN) : count);
  return (
    <>
      {urgent > 0 && (
        <span className={classes['count']} title={urgentText(urgent)} data-urgent-count>
          <span aria-hidden>{shown(urgent)}</span>
          <span className="visually-hidden">{urgentText(urgent)}</span>
        </span>
      )}
      {fresh > 0 && (
        <span className={classes['count']} title={freshText(fresh)}>
          <span aria-hidden>{shown(fresh)}</span>
          <span className="visually-hidden">{freshText(fresh)}</span>
        </span>
      )}
    </>
  );
}

/** Of a collapsed section. */
function sum(counts: readonly MenuCount[]): MenuCount {
  return {
    fresh: counts.reduce((total, { fresh }) => total + fresh, 0),
    urgent: counts.reduce((total, { urgent }) => total + urgent, 0),
    freshText: shellTexts.newRecordsInSection,
    urgentText: counts[0]?.urgentText ?? shellTexts.openEmergencies,
  };
}
