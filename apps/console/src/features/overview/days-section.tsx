import type { DayCounts } from '@callpoint/contract/overview';
import { itemLabel } from '@callpoint/contract/catalog';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { dayText, dayTotals, emergenciesOf, EMERGENCY, type DayTotals } from './day-counts.ts';
import { DaysChart } from './days-chart.tsx';
import chartClasses from './days-chart.module.css';
import classes from './overview.module.css';

/** Submissions by day as a chart, with a sentence for those who cannot see it, and the numbers in a collapsed table. */
export function DaysSection({ days }: { days: readonly DayCounts[] }) {
  const totals = days.map(dayTotals);
  return (
    <section aria-labelledby="overview-days">
      <h2 id="overview-days" className={classes['heading']}>
        {texts.days}
      </h2>
      <figure className={classes['chart']}>
        <figcaption>
          <p className={classes['quiet']}>{summaryOf(totals)}</p>
          <ul className={chartClasses['legend']}>
            <li>
              <span aria-hidden className={chartClasses['swatch']} />
              {texts.allOthers}
            </li>
            <li>
              <span aria-hidden data-urgent className={chartClasses['swatch']} />
              {itemLabel(EMERGENCY)}
            </li>
          </ul>
        </figcaption>
        <DaysChart days={totals} />
      </figure>
      <details>
        <summary className={classes['summary']}>{texts.showTable}</summary>
        <DaysTable days={totals.toReversed()} />
      </details>
    </section>
  );
}

function summaryOf(days: readonly DayTotals[]): string {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const most = days.reduce<DayTotals | null>((a, b) => (a && a.total >= b.total ? a : b), null);
  if (total === 0 || !most) return texts.noSubmissions;
  const emergencies = days.reduce((sum, day) => sum + emergenciesOf(day), 0);
  return texts.summary(total, emergencies, dayText(most.day, 'long'), most.total);
}

function DaysTable({ days }: { days: readonly DayTotals[] }) {
  return (
    <table className={classes['table']} aria-labelledby="overview-days">
      <thead>
        <tr>
          <th scope="col">{texts.day}</th>
          <th scope="col" data-numeric>
            {texts.total}
          </th>
          <th scope="col">{texts.byKind}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, total, parts }) => (
          <tr key={day}>
            <th scope="row">
              <time dateTime={day}>{dayText(day, 'long')}</time>
            </th>
            <td data-numeric>{texts.number(total)}</td>
            <td className={classes['parts']}>
              {parts.length === 0
                ? texts.none
                : parts.map((part) => texts.part(part.label, part.total)).join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
