import { BUTTON_LABELS, isButtonId } from '@callpoint/contract/catalog';
import type { Durations, IncidentFigures, IncidentMetrics } from '@callpoint/contract/incident-metrics';
import { emailDocument } from '@callpoint/alerts/templates/email-document';
import { escapeHtml } from '@callpoint/alerts/templates/rendering';
import { HOUR, MINUTE } from '../../scheduling/durations.ts';

const SECOND = 1000;

type About = {
  /** Like 2026-11. */
  month: string;
  zone: string;
  /** The subscriber, and whom a recipient can ask to be removed. */
  accountName: string;
  ownerEmail: string;
  period: IncidentMetrics['total'];
  publicUrl: string;
};

export type ReportText = { subject: string; text: string; html: string };

/** The email about the incidents of a month. */
export function reportText(about: About): ReportText {
  const { month, zone, accountName, ownerEmail, period, publicUrl } = about;
  const name = monthText(month);
  const { all } = period;
  const subject =
    all.incidents === 0
      ? `No incidents in ${name} · ${accountName}`
      : `${countText(all.incidents)} in ${name} · ${accountName}`;
  const text = [
    `Incidents of ${accountName} in ${name} (time zone ${zone})`,
    all.incidents === 0 ? 'There were no incidents.' : countsOf(all).join('\n'),
    ...(all.incidents === 0
      ? []
      : [
          `From the press to:\n${timesOf(all)
            .map((line) => `- ${line}`)
            .join('\n')}`,
          ...period.buttons.map(buttonText),
        ]),
    `Drills are not included. All figures, and what they mean: ${publicUrl}/app/response-times`,
    `You get this email after each month because ${accountName} switched it on. To switch it off or to change its recipients, open Incidents, then Response times, or ask ${ownerEmail}.`,
  ].join('\n\n');
  return { subject, text, html: emailDocument(subject, escapeHtml(text)) };
}

function countText(count: number): string {
  return count === 1 ? '1 incident' : `${count} incidents`;
}

function countsOf(figures: IncidentFigures): string[] {
  const { incidents, acknowledged, never_acknowledged: never, unnotified, false_alarms } = figures;
  const waiting = incidents - acknowledged - never;
  const counts = [
    countText(incidents),
    `${acknowledged} acknowledged`,
    `${never} left unacknowledged`,
    ...(waiting === 0 ? [] : [`${waiting} not acknowledged yet`]),
  ];
  return [
    counts.join(', '),
    ...(unnotified === 0 ? [] : [`${unnotified} reached no one: no message was accepted by a provider`]),
    `${false_alarms} closed as false alarms`,
  ];
}

function timesOf({ first_message, first_delivery, acknowledgment }: IncidentFigures): string[] {
  return [
    `the first message: ${timeOf(first_message)}`,
    `the first delivery: ${timeOf(first_delivery)}`,
    `the acknowledgment: ${timeOf(acknowledgment)}`,
  ];
}

function timeOf(durations: Durations): string {
  if (!durations) return 'none';
  const { median_ms: median, p90_ms: ninety } = durations;
  return `median ${durationText(median)}, 90% ${ninety < SECOND ? '' : 'within '}${durationText(ninety)}`;
}

function buttonText({ button_id, ...figures }: IncidentMetrics['total']['buttons'][number]): string {
  const label = isButtonId(button_id) ? BUTTON_LABELS[button_id] : `Button ${button_id}`;
  return [label, ...[...countsOf(figures), ...timesOf(figures)].map((line) => `- ${line}`)].join('\n');
}

function durationText(ms: number): string {
  if (ms < SECOND) return 'under 1 s';
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / SECOND)} s`;
  return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`;
}

/** `November 2026`. */
function monthText(month: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
