import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { tableTexts } from '../../texts/table.ts';
import { shownPages } from './shown-pages.ts';
import classes from '../table.module.css';

interface PageButtonsProps {
  page: number;
  pages: number;
  /** Only arrows, with those to the ends: where page numbers have no room. */
  narrow: boolean;
  onPage: (page: number) => void;
}

/** A button for each named page, between arrows. */
export function PageButtons({ page, pages, narrow, onPage }: PageButtonsProps) {
  const arrow = (to: number, name: string, icon: ReactNode) => (
    <PageButton name={name} disabled={to < 1 || to > pages || to === page} onClick={() => onPage(to)}>
      {icon}
    </PageButton>
  );
  return (
    <div className={classes['pages']}>
      {narrow && arrow(1, tableTexts.arrows.first, <IconChevronsLeft {...ICON} />)}
      {arrow(page - 1, tableTexts.arrows.previous, <IconChevronLeft {...ICON} />)}
      {!narrow &&
        shownPages(page, pages).map((shown) =>
          typeof shown === 'number' ? (
            <PageButton
              key={shown}
              name={tableTexts.page(shown)}
              current={shown === page}
              onClick={() => onPage(shown)}
            >
              {shown}
            </PageButton>
          ) : (
            <span key={`gap ${shown.gap}`} aria-hidden className={classes['gap']}>
              …
            </span>
          ),
        )}
      {arrow(page + 1, tableTexts.arrows.next, <IconChevronRight {...ICON} />)}
      {narrow && arrow(pages, tableTexts.arrows.last, <IconChevronsRight {...ICON} />)}
    </div>
  );
}

const ICON = { 'aria-hidden': true, size: 18, stroke: 1.75 } as const;

interface PageButtonProps {
  name: string;
  current?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Not `disabled` when there is no such page: the pressed button would lose the focus. */
function PageButton({ name, current = false, disabled = false, onClick, children }: PageButtonProps) {
  return (
    <button
      type="button"
      className={classes['page']}
      aria-label={name}
      aria-current={current ? 'page' : undefined}
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onClick();
      }}
    >
      {children}
    </button>
  );
}
