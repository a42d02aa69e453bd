import classes from './table.module.css';
import { RowMenu } from './row-menu.tsx';
import type { Column, TableShape } from './table-types.ts';

interface CardsProps<Row> {
  shape: TableShape<Row>;
  rows: readonly Row[];
  skeletons: number;
}

/** The rows as cards, for narrow screens: the important facts, the most urgent first. */
export function Cards<Row>({ shape, rows, skeletons }: CardsProps<Row>) {
  const [heading, ...facts] = shape.card.flatMap(
    (key) => shape.columns.find((column) => column.key === key) ?? [],
  );
  return (
    <ul className={classes['cards']} aria-label={shape.name}>
      {rows.map((row) => (
        <li key={shape.rowKey(row)} className={classes['card']}>
          <div className={classes['cardTop']}>
            <div className={classes['cardHeading']}>{heading?.cell(row)}</div>
            {shape.rowLinks?.(row)}
            {shape.actions && <RowMenu name={shape.rowName(row)} actions={shape.actions(row)} />}
          </div>
          <dl className={classes['facts']}>
            {facts.map((column) => (
              <Fact key={column.key} column={column} row={row} />
            ))}
          </dl>
        </li>
      ))}
      {Array.from({ length: skeletons }, (_, index) => (
        <li key={`skeleton ${index}`} className={classes['card']} aria-hidden>
          <span className={classes['skeleton']} />
          <span className={classes['skeleton']} />
        </li>
      ))}
    </ul>
  );
}

function Fact<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    <div>
      <dt>{column.header}</dt>
      <dd>{column.cell(row)}</dd>
    </div>
  );
}
