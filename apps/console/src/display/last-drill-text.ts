import { lastDrillTexts as texts } from '../texts/last-drill.ts';

const DAY = 86_400_000;

/** `Last drilled 94 days ago`, `Never drilled`. */
export function lastDrillText(lastAt: string | null, now: number): string {
  if (lastAt === null) return texts.never;
  return texts.last(Math.max(0, Math.floor((now - Date.parse(lastAt)) / DAY)));
}
