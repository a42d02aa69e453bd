/** Days as date fields have them, `2026-11-21`, in the reader's own zone. */

/** The moment (ISO 8601) at which a day begins; undefined for what is no day. */
export function startOfDay(day: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** The day after; what is no day is given back as it is. */
export function dayAfter(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : new Date(at + 24 * 3_600_000).toISOString().slice(0, 10);
}
