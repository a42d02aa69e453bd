import { overviewTexts as texts } from '../../texts/overview.ts';
import { axisEnd } from './chart-axis.ts';
import { dayText, emergenciesOf, type DayTotals } from './day-counts.ts';
import classes from './days-chart.module.css';

/** Days between two labels below the bars. */
const LABEL_EVERY = 7;

/** One bar per day, emergencies at its foot. The table of the section contains the same numbers for screen readers. */
export function DaysChart({ days }: { days: readonly DayTotals[] }) {
  const end = axisEnd(Math.max(0, ...days.map(({ total }) => total)));
  const percent = (value: number) => `${(value / end) * 100}%`;
  return (
    <div aria-hidden className={classes['chart']}>
      {[end, end / 2, 0].map((value) => (
        <span key={value} className={classes['line']} style={{ insetBlockEnd: percent(value) }}>
          <span className={classes['value']}>{texts.number(value)}</span>
        </span>
      ))}
      <div className={classes['bars']}>
        {days.map((totals, index) => (
          <div
            key={totals.day}
            className={classes['day']}
            title={texts.dayTotal(dayText(totals.day, 'long'), totals.total)}
          >
            <div
              className={classes['others']}
              style={{ blockSize: percent(totals.total - emergenciesOf(totals)) }}
            />
            <div className={classes['emergencies']} style={{ blockSize: percent(emergenciesOf(totals)) }} />
            {(days.length - 1 - index) % LABEL_EVERY === 0 && (
              <span className={classes['label']}>{dayText(totals.day, 'short')}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
