import { NativeSelect } from '@mantine/core';
import { PAGE_SIZES } from '@callpoint/contract/page-sizes';
import type { ReactNode } from 'react';
import { useStore } from '../../store/use-store.ts';
import { tableTexts } from '../../texts/table.ts';
import { DENSITIES, density, type Density } from '../density.ts';
import classes from '../table.module.css';

interface PagerFrameProps {
  /** The shown rows and all rows, as text; null where they are not known. */
  count: string | null;
  perPage: number;
  onPerPage: (perPage: number) => void;
  /** The buttons to other pages. */
  children: ReactNode;
}

const CLASSES = { root: classes['size'] ?? '', label: classes['sizeLabel'] ?? '' };

/** The line below the rows: how many there are, how many a page shows, and how high they are. */
export function PagerFrame({ count, perPage, onPerPage, children }: PagerFrameProps) {
  const rowHeight = useStore(density);
  return (
    <nav className={classes['pager']} aria-label={tableTexts.pages} data-unprinted>
      {count !== null && <span className={classes['count']}>{count}</span>}
      <NativeSelect
        label={tableTexts.rowsPerPage}
        value={String(perPage)}
        data={PAGE_SIZES.map(String)}
        onChange={(event) => onPerPage(Number(event.currentTarget.value))}
        classNames={CLASSES}
      />
      <NativeSelect
        label={tableTexts.rowHeight}
        value={rowHeight}
        data={DENSITIES.map((value) => ({ value, label: tableTexts.densities[value] }))}
        onChange={(event) => density.choose(event.currentTarget.value as Density)}
        classNames={{ ...CLASSES, root: `${CLASSES.root} ${classes['rowHeight']}` }}
      />
      {children}
    </nav>
  );
}
