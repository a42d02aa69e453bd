/** The value below which `percent` of the values are; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = Math.min(sorted.length - 1, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1));
  return sorted[place] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}
