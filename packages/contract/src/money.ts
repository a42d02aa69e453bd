/** An amount in the currency's smallest unit as text: `$29.95`. Currencies have different numbers of decimal places. */
export function moneyText(amount: number, currency: string, locale = 'en-US'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
}
