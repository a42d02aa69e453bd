import { useId } from 'react';
import { tableTexts } from '../texts/table.ts';
import classes from './table.module.css';
import type { RowsProps } from './rows.tsx';
import { RowButton } from './row-button.tsx';
import { RowFailure } from './row-failure.tsx';
import { RowMenu } from './row-menu.tsx';
import { SelectBox } from './selection/select-box.tsx';
import type { Column } from './table-types.ts';

/** The rows as cards, for narrow screens: the two or three important facts. Others are on the record. */
export function Cards<Row>({ shape, rows, skeletons, selection, failures, onSelect }: RowsProps<Row>) {
  const ids = useId();
  const [heading, first, ...others] = shape.card.flatMap((key) => {
    const column = shape.columns.find((one) => one.key === key);
    return column?.facts ?? column ?? [];
  });
  return (
    <ul className={classes['cards']} aria-label={shape.name}>
      {rows.map((row) => {
        const key = shape.rowKey(row);
        const failure = failures.get(key);
        const failureId = failure === undefined ? undefined : `${ids}${key}`;
        return (
          <li
            key={key}
            className={classes['card']}
            data-selected={selection.has(key) || undefined}
            data-urgent={shape.isUrgent?.(row) || undefined}
          >
            <div className={classes['cardTop']}>
              {shape.bulk && (
                <SelectBox
                  label={tableTexts.selectRow(shape.rowName(row))}
                  state={selection.has(key) ? 'all' : 'none'}
                  failureId={failureId}
                  onChange={(isSelected) => onSelect([row], isSelected)}
                />
              )}
              <div className={classes['cardHeading']}>{heading?.cell(row)}</div>
              {shape.actions && <RowMenu name={shape.rowName(row)} actions={shape.actions(row)} />}
              {shape.rowLinks && <div className={classes['cardLinks']}>{shape.rowLinks(row)}</div>}
            </div>
            {first && (
              <dl className={classes['fact']}>
                <Fact column={first} row={row} />
              </dl>
            )}
            <div className={classes['cardBottom']}>
              {others.length > 0 && (
                <dl className={classes['facts']}>
                  {others.map((column) => (
                    <Fact key={column.key} column={column} row={row} />
                  ))}
                </dl>
              )}
              {shape.rowButton && <RowButton spec={shape.rowButton(row)} />}
            </div>
            {failureId && failure && (
              <RowFailure id={failureId} isNew={shape.failure?.row === key}>
                {failure}
              </RowFailure>
            )}
          </li>
        );
      })}
      {Array.from({ length: skeletons }, (_, index) => (
        <li key={`skeleton ${index}`} className={classes['card']} aria-hidden>
          <span className={classes['skeleton']} />
          <span className={classes['skeleton']} />
        </li>
      ))}
    </ul>
  );
}

/** A missing fact is left out. On a card, a time, a status or an address is clear without its name: then only screen readers read it. */
function Fact<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { isLabeled } = column;
  const value = column.cell(row);
  if (value === null) return null;
  return (
    <div data-labeled={isLabeled || undefined}>
      <dt className={isLabeled ? undefined : 'visually-hidden'}>{column.header}</dt>
      <dd data-text={column.isText || undefined}>{value}</dd>
    </div>
  );
}
