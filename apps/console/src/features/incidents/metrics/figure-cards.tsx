import type { IncidentFigures } from '@callpoint/contract/incident-metrics';
import { MissingValue } from '../../../display/cells.tsx';
import { responseTimeTexts as texts } from '../../../texts/response-times.ts';
import { countText } from './figure-texts.ts';
import { FigureTime } from './figure-time.tsx';
import classes from './metrics.module.css';

export interface FigureRow {
  key: string;
  name: string;
  figures: IncidentFigures;
}

/** The rows of a table of figures on a narrow screen. */
export function FigureCards({ rows, isDrill }: { rows: readonly FigureRow[]; isDrill: boolean }) {
  return (
    <ul className={classes['cards']}>
      {rows.map((row) => (
        <li key={row.key}>
          <h3>{row.name}</h3>
          {row.figures.incidents === 0 ? (
            <MissingValue>{texts.none(isDrill)}</MissingValue>
          ) : (
            <CardFigures figures={row.figures} />
          )}
        </li>
      ))}
    </ul>
  );
}

function CardFigures({ figures }: Pick<FigureRow, 'figures'>) {
  const { incidents, acknowledged, never_acknowledged: never, unnotified, false_alarms } = figures;
  return (
    <dl>
      <div>
        <dt>{texts.acknowledged}</dt>
        <dd>{texts.of(countText(acknowledged), countText(incidents))}</dd>
      </div>
      {never > 0 && (
        <div>
          <dt>{texts.never}</dt>
          <dd data-bad>{countText(never)}</dd>
        </div>
      )}
      {unnotified > 0 && (
        <div>
          <dt>{texts.unnotified}</dt>
          <dd data-bad>{countText(unnotified)}</dd>
        </div>
      )}
      {false_alarms > 0 && (
        <div>
          <dt>{texts.falseAlarms}</dt>
          <dd>{countText(false_alarms)}</dd>
        </div>
      )}
      {(
        [
          [texts.firstMessage, figures.first_message],
          [texts.firstDelivery, figures.first_delivery],
          [texts.acknowledgment, figures.acknowledgment],
        ] as const
      ).map(([name, durations]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <FigureTime durations={durations} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
