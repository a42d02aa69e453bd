import { useId } from 'react';
import { MissingValue } from '../../../display/cells.tsx';
import { useIsNarrow } from '../../../table/use-narrow.ts';
import { responseTimeTexts as texts } from '../../../texts/response-times.ts';
import { FigureCards, type FigureRow } from './figure-cards.tsx';
import { countText } from './figure-texts.ts';
import { FigureTime } from './figure-time.tsx';
import classes from './metrics.module.css';

/** Below this many CSS pixels of width, a row is a card. */
const CARDS_BELOW = 860;

interface FigureTableProps {
  title: string;
  /** The header of the names. */
  first: string;
  rows: readonly FigureRow[];
  isDrill: boolean;
}

/** The figures of several months or buttons. */
export function FigureTable({ title, first, rows, isDrill }: FigureTableProps) {
  const id = useId();
  const [ref, isNarrow] = useIsNarrow(CARDS_BELOW);
  return (
    <section ref={ref} aria-labelledby={id}>
      <h2 id={id} className={classes['heading']}>
        {title}
      </h2>
      {isNarrow ? (
        <FigureCards rows={rows} isDrill={isDrill} />
      ) : (
        <table className={classes['table']} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {[
                isDrill ? texts.drills : texts.incidents,
                texts.acknowledged,
                texts.never,
                ...(isDrill ? [] : [texts.falseAlarms]),
              ].map((name) => (
                <th key={name} scope="col" data-numeric>
                  {name}
                </th>
              ))}
              {[texts.firstMessage, texts.firstDelivery, texts.acknowledgment].map((name) => (
                <th key={name} scope="col" data-numeric>
                  {texts.medianOf(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, ...row }) => (
              <Row key={key} {...row} isDrill={isDrill} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ name, figures, isDrill }: Omit<FigureRow, 'key'> & { isDrill: boolean }) {
  const { incidents, acknowledged, never_acknowledged: never, unnotified, false_alarms } = figures;
  if (incidents === 0) {
    return (
      <tr>
        <th scope="row">{name}</th>
        <td data-numeric>0</td>
        <td colSpan={isDrill ? 5 : 6}>
          <MissingValue>{texts.none(isDrill)}</MissingValue>
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-numeric>{countText(incidents)}</td>
      <td data-numeric>{countText(acknowledged)}</td>
      <td data-numeric data-bad={never > 0 || undefined}>
        {countText(never)}
      </td>
      {!isDrill && <td data-numeric>{countText(false_alarms)}</td>}
      {[figures.first_message, figures.first_delivery, figures.acknowledgment].map((durations, index) => (
        <td key={index} data-numeric>
          <FigureTime durations={durations} />
          {index === 0 && unnotified > 0 && (
            <span className={classes['within']} data-bad>
              {texts.unnotifiedOf(countText(unnotified))}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}
