import { BUTTON_LABELS, isButtonId, type ButtonId } from '@callpoint/contract/catalog';
import type { IncidentMetrics } from '@callpoint/contract/incident-metrics';
import { Link } from '../../../links/link.ts';
import { EmptyState } from '../../../states/empty-state.tsx';
import { responseTimeTexts as texts } from '../../../texts/response-times.ts';
import { FigureTable } from './figure-table.tsx';
import { figuresOf, monthText } from './figure-texts.ts';
import { Meanings } from './meanings.tsx';
import { Summary } from './summary.tsx';

/** The figures of the period, of each month and of each button. */
export function MetricsBody({
  metrics,
  button,
  isDrill,
}: {
  metrics: IncidentMetrics;
  button: ButtonId | null;
  isDrill: boolean;
}) {
  const total = figuresOf(metrics.total, button);
  if (total.incidents === 0) {
    return (
      <EmptyState
        title={texts.noneTitle(isDrill, button === null ? null : BUTTON_LABELS[button])}
        action={
          isDrill ? (
            <Link to="/incidents">{texts.toDrills}</Link>
          ) : (
            <Link to="/incidents?open=all">{texts.toIncidents}</Link>
          )
        }
      >
        {isDrill ? texts.noDrillsDescription : texts.noneDescription}
      </EmptyState>
    );
  }
  const buttons = metrics.total.buttons.filter(({ button_id }) => button === null || button_id === button);
  return (
    <>
      <Summary figures={total} isDrill={isDrill} />
      <FigureTable
        title={button === null ? texts.byMonth : texts.byMonthOf(BUTTON_LABELS[button])}
        first={texts.month}
        isDrill={isDrill}
        rows={metrics.months.map((month) => ({
          key: month.month,
          name: monthText(month.month),
          figures: figuresOf(month, button),
        }))}
      />
      {button === null && (
        <FigureTable
          title={texts.byButton}
          first={texts.button}
          isDrill={isDrill}
          rows={buttons.map((figures) => ({
            key: String(figures.button_id),
            name: isButtonId(figures.button_id)
              ? BUTTON_LABELS[figures.button_id]
              : String(figures.button_id),
            figures,
          }))}
        />
      )}
      <Meanings isDrill={isDrill} />
    </>
  );
}
