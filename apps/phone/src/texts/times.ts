import { language, texts } from './texts.ts';

const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' });
const date = new Intl.DateTimeFormat(language, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** A moment (ISO 8601) as short as is clear: the time today, `yesterday, 9:14 AM`, else with the day. */
export function timeText(at: string, now = new Date()): string {
  const moment = new Date(at);
  const day = (of: Date) => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();
  const days = Math.round((day(now) - day(moment)) / 86_400_000);
  if (days === 0) return time.format(moment);
  return days === 1 ? texts.common.yesterday(time.format(moment)) : date.format(moment);
}
