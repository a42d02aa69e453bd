import { moneyText } from '@callpoint/contract/money';
import { revenueTexts as texts } from '../../../texts/revenue.ts';

type Price = { amount: number | null; currency: string | null };

/** An amount in the reader's locale. */
export function priceText({ amount, currency }: Price): string {
  if (amount === null || currency === null) return texts.unknownPrice;
  return moneyText(amount, currency, navigator.language);
}

/** The sums of several currencies. */
export function sumText(sums: readonly Price[]): string {
  return sums.length === 0 ? texts.nothing : sums.map(priceText).join(' + ');
}
