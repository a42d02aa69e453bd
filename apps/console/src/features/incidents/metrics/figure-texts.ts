import type { IncidentFigures, IncidentMetrics } from '@callpoint/contract/incident-metrics';
import { durationText } from '../../../display/duration-text.ts';
import { dateFormat, numberFormat } from '../../../texts/formats.ts';
import { responseTimeTexts as texts } from '../../../texts/response-times.ts';

const SECOND = 1000;

export const countText = numberFormat();

const monthAndYear = dateFormat({ month: 'long', year: 'numeric' });

/** `November 2026`. `month` like 2026-11. */
export function monthText(month: string): string {
  return monthAndYear('UTC').format(new Date(`${month}-01T00:00:00Z`));
}

/** `1 min 40 s`; a shorter one than a second is not shown as none. */
export function timeText(ms: number): string {
  return ms < SECOND ? texts.underSecond : durationText(ms);
}

/** Within which time nine of ten were. */
export function withinText(ms: number): string {
  return ms < SECOND ? texts.withinSecond : texts.within(durationText(ms));
}

/** Whether all were acknowledged; otherwise how many no one had, and how many still wait. */
export function acknowledgmentText(figures: IncidentFigures, isDrill: boolean): string {
  const { incidents, acknowledged, never_acknowledged: never } = figures;
  const waiting = incidents - acknowledged - never;
  const parts = [
    ...(never > 0 ? [texts.neverOf(countText(never))] : []),
    ...(waiting > 0 ? [texts.waitingOf(countText(waiting))] : []),
  ];
  return parts.join(', ') || texts.allAcknowledged(isDrill);
}

const NONE: IncidentFigures = {
  incidents: 0,
  acknowledged: 0,
  never_acknowledged: 0,
  unnotified: 0,
  false_alarms: 0,
  first_message: null,
  first_delivery: null,
  acknowledgment: null,
};

/** The figures of one button, or of all buttons. */
export function figuresOf(
  { all, buttons }: IncidentMetrics['total'],
  buttonId: number | null,
): IncidentFigures {
  if (buttonId === null) return all;
  return buttons.find(({ button_id }) => button_id === buttonId) ?? NONE;
}
