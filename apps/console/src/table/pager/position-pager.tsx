import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { tableTexts } from '../../texts/table.ts';
import { PagerFrame } from './pager-frame.tsx';
import classes from '../table.module.css';

interface PositionPagerProps {
  /** The number of all rows, where it is known. */
  total: number | undefined;
  shown: number;
  perPage: number;
  onPerPage: (perPage: number) => void;
  /** The positions of the pages around this one; null for none. */
  newer: string | null;
  older: string | null;
  isFirst: boolean;
  onFirst: () => void;
  onNewer: (position: string) => void;
  onOlder: (position: string) => void;
}

/** The pager of a list whose pages have no numbers: new rows move no row to another page. */
export function PositionPager({ total, shown, newer, older, isFirst, ...props }: PositionPagerProps) {
  return (
    <PagerFrame
      count={countText(shown, total, isFirst, older === null)}
      perPage={props.perPage}
      onPerPage={props.onPerPage}
    >
      <div className={classes['pages']} data-positions>
        <Step label={tableTexts.newest} isDisabled={isFirst} onClick={props.onFirst}>
          <IconChevronsLeft {...ICON} />
        </Step>
        <Step
          label={tableTexts.newerRows}
          isDisabled={newer === null}
          onClick={() => newer && props.onNewer(newer)}
        >
          <IconChevronLeft {...ICON} />
        </Step>
        <Step
          label={tableTexts.olderRows}
          isDisabled={older === null}
          onClick={() => older && props.onOlder(older)}
        >
          <IconChevronRight {...ICON} />
        </Step>
      </div>
    </PagerFrame>
  );
}

/** In the form of other lists on the first and the last page; the numbers of the rows between them are not known. */
function countText(shown: number, total: number | undefined, isFirst: boolean, isLast: boolean): string {
  if (total === undefined) return tableTexts.rowsShown(shown);
  if (shown > 0 && isFirst) return tableTexts.rowsOf(1, shown, total);
  if (shown > 0 && isLast) return tableTexts.rowsOf(total - shown + 1, total, total);
  return tableTexts.rowsShownOf(shown, total);
}

const ICON = { 'aria-hidden': true, size: 18 } as const;

interface StepProps {
  label: string;
  isDisabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Not `disabled` when there is no such page: the pressed button would lose the focus. */
function Step({ label, isDisabled, onClick, children }: StepProps) {
  return (
    <button
      type="button"
      className={classes['page']}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onClick();
      }}
    >
      {children}
    </button>
  );
}
