import type { DayCounts } from '@callpoint/contract/overview';
import { lazy, Suspense } from 'react';
import { SkeletonBar } from '../../states/skeletons.tsx';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { dayText, dayTotals, type DayTotals } from './day-counts.ts';
import classes from './overview.module.css';

/** Loads after the table: it is larger than the rest of the screen. */
const DaysChart = lazy(() => import('./days-chart.tsx').catch(() => ({ default: NoChart })));

/** Submissions by day: a table, and next to it a chart of the same. */
export function DaysSection({ days }: { days: readonly DayCounts[] }) {
  const parts = days.map(dayTotals);
  return (
    <section className={classes['card']} aria-labelledby="overview-days">
      <h2 id="overview-days" className={classes['heading']}>
        {texts.days}
      </h2>
      <div className={classes['days']}>
        <DaysTable days={parts.toReversed()} />
        <figure className={classes['chart']}>
          <Suspense fallback={<SkeletonBar height="360px" />}>
            <DaysChart days={parts} />
          </Suspense>
          <figcaption className={classes['quiet']}>{texts.chart}</figcaption>
        </figure>
      </div>
    </section>
  );
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

/** A chart that fails to load must not break the page. */
function NoChart() {
  return <p className={classes['quiet']}>{texts.chartFailed}</p>;
}
