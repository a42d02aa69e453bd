import type { Durations, IncidentFigures } from '@callpoint/contract/incident-metrics';
import type { ReactNode } from 'react';
import { responseTimeTexts as texts } from '../../../texts/response-times.ts';
import { acknowledgmentText, countText, timeText, withinText } from './figure-texts.ts';
import classes from './metrics.module.css';

/** The figures of the entire period: how fast, and how many. */
export function Summary({ figures, isDrill }: { figures: IncidentFigures; isDrill: boolean }) {
  const { incidents, acknowledged, unnotified, false_alarms } = figures;
  return (
    <dl className={classes['figures']}>
      <TimeFigure label={texts.acknowledgment} durations={figures.acknowledgment} />
      <TimeFigure label={texts.firstMessage} durations={figures.first_message}>
        {unnotified > 0 && (
          <span className={classes['also']} data-bad>
            {texts.unnotifiedOf(countText(unnotified))}
          </span>
        )}
      </TimeFigure>
      <TimeFigure label={texts.firstDelivery} durations={figures.first_delivery} />
      <Figure label={texts.acknowledged} value={texts.of(countText(acknowledged), countText(incidents))}>
        <span data-bad={acknowledged < incidents || undefined}>{acknowledgmentText(figures, isDrill)}</span>
      </Figure>
      {!isDrill && (
        <Figure label={texts.falseAlarms} value={countText(false_alarms)}>
          {texts.ofIncidents(countText(incidents))}
        </Figure>
      )}
    </dl>
  );
}

interface TimeFigureProps {
  label: string;
  durations: Durations;
  /** What the figure leaves out. */
  children?: ReactNode;
}

/** A median, and within which time nine of ten were. */
function TimeFigure({ label, durations, children }: TimeFigureProps) {
  return (
    <Figure label={texts.medianOf(label)} value={durations ? timeText(durations.median_ms) : texts.noTime}>
      {durations && withinText(durations.p90_ms)} {children}
    </Figure>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className={classes['figure']}>
      <dt>{label}</dt>
      <dd className={classes['value']}>{value}</dd>
      <dd className={classes['part']}>{children}</dd>
    </div>
  );
}
