import { billingAddress } from '@callpoint/contract/purchases';
import { purchaseTexts } from '../../../texts/purchase.ts';
import { schemaErrors } from '../../../form/fields/validate.ts';
import type { CardField } from './pay.ts';

/** What the provider's fields report about their content, which only they know. */
export interface CardInput {
  isEmpty: boolean;
  isComplete: boolean;
  /** The provider's sentence about what is wrong. */
  problem: string | null;
}

export type CardInputs = Record<CardField, CardInput>;

export type PurchaseValues = CardInputs & {
  selectedPlan: string;
  line1: string;
  city: string;
  state: string;
  postal_code: string;
};

const EMPTY_CARD: CardInput = { isEmpty: true, isComplete: false, problem: null };
export const NO_CARD: CardInputs = { cardNumber: EMPTY_CARD, cardExpiry: EMPTY_CARD, cardCvc: EMPTY_CARD };

export const NO_PURCHASE: PurchaseValues = {
  selectedPlan: '',
  line1: '',
  city: '',
  state: '',
  postal_code: '',
  ...NO_CARD,
};

export const CARD_LABELS: Record<CardField, string> = {
  cardNumber: purchaseTexts.cardNumber,
  cardExpiry: purchaseTexts.cardExpiry,
  cardCvc: purchaseTexts.cardCvc,
};

/** In the order of the form. */
export const LABELS = {
  selectedPlan: purchaseTexts.plan,
  line1: purchaseTexts.address,
  city: purchaseTexts.city,
  state: purchaseTexts.state,
  postal_code: purchaseTexts.zip,
  ...CARD_LABELS,
};

export const CARD_FIELDS = ['cardNumber', 'cardExpiry', 'cardCvc'] as const satisfies readonly CardField[];

/** The address as the server and the provider expect it. */
export const addressOf = ({ line1, city, state, postal_code }: PurchaseValues) => ({
  line1: line1.trim(),
  city: city.trim(),
  state: state.trim(),
  postal_code: postal_code.trim(),
});

/** Without the state of the card fields: a new document has new fields. */
export const withoutCard = (values: PurchaseValues): PurchaseValues => ({ ...values, ...NO_CARD });

/** All problems that are known before anything is sent. */
export function findProblems(values: PurchaseValues): Record<string, string> {
  const errors: Record<string, string> = schemaErrors(billingAddress, LABELS, addressOf(values));
  if (values.selectedPlan === '') errors['selectedPlan'] = purchaseTexts.choosePlan;
  return { ...errors, ...findCardProblems(values) };
}

/** What is missing in the card fields. */
export function findCardProblems(values: CardInputs): Partial<Record<CardField, string>> {
  const errors: Partial<Record<CardField, string>> = {};
  for (const field of CARD_FIELDS) {
    const { isEmpty, isComplete, problem } = values[field];
    if (isComplete) continue;
    errors[field] =
      problem ?? (isEmpty ? purchaseTexts.required : purchaseTexts.incomplete)(CARD_LABELS[field]);
  }
  return errors;
}
