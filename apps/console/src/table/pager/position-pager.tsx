import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { positionPagerTexts } from '../../texts/position-pager.ts';
import { tableTexts } from '../../texts/table.ts';
import { firstRow } from './first-row.ts';
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
  /** The number of the first row, as `onNewer` or `onOlder` returned it for this page. */
  start: string | undefined;
  onFirst: () => void;
  /** @param first the number of the first row there; null if it is not known */
  onNewer: (position: string, first: number | null) => void;
  onOlder: (position: string, first: number | null) => void;
}

/** The pager of a list whose pages have no numbers: new rows move no row to another page. */
export function PositionPager({ total, shown, newer, older, ...props }: PositionPagerProps) {
  const isFirst = props.isFirst || newer === null;
  const first = firstRow({ shown, total, isFirst, isLast: older === null, start: Number(props.start) });
  return (
    <PagerFrame count={countText(first, shown, total)} perPage={props.perPage} onPerPage={props.onPerPage}>
      <div className={classes['pages']} data-positions>
        <Step label={positionPagerTexts.newest} isDisabled={props.isFirst} onClick={props.onFirst}>
          <IconChevronsLeft {...ICON} />
        </Step>
        <Step
          label={positionPagerTexts.newerRows}
          isDisabled={newer === null}
          onClick={() => newer && props.onNewer(newer, first && Math.max(1, first - props.perPage))}
        >
          <IconChevronLeft {...ICON} />
        </Step>
        <Step
          label={positionPagerTexts.olderRows}
          isDisabled={older === null}
          onClick={() => older && props.onOlder(older, first && first + shown)}
        >
          <IconChevronRight {...ICON} />
        </Step>
      </div>
    </PagerFrame>
  );
}

function countText(first: number | null, shown: number, total: number | undefined): string {
  if (total === undefined) return positionPagerTexts.rowsShown(shown);
  if (first === null) return positionPagerTexts.rowsShownOf(shown, total);
  return tableTexts.rowsOf(first, first + shown - 1, total);
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
