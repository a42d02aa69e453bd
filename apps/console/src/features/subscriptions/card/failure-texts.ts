import { explainFailedAction } from '../../../net/call-error.ts';
import { paymentCardTexts as texts } from '../../../texts/payment-card.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import type { CardFailure } from './replace-card.ts';

/** The heading of a failure. It says nothing about the card that is not known. */
export function labelOf(failure: CardFailure): string {
  switch (failure.kind) {
    case 'rejected':
    case 'card':
    case 'authentication':
    case 'interrupted':
      return texts.notSaved;
    case 'unfinished':
      return texts.unfinishedLabel;
    case 'declined':
    case 'unpaid':
      return texts.unpaidLabel;
    case 'unknown':
      return failure.isOnFile ? purchaseTexts.unknownLabel : texts.unknownLabel;
  }
}

/** What happened to the card, and what to do. */
export function sentencesOf(failure: CardFailure): string[] {
  switch (failure.kind) {
    case 'rejected':
    case 'unfinished':
    case 'declined':
      return explainFailedAction(failure.error);
    case 'card':
      return [failure.message ?? purchaseTexts.cardRejected, texts.anotherCard];
    case 'authentication':
      return [texts.notAuthenticated];
    case 'interrupted':
      return [texts.interrupted];
    case 'unpaid':
      return [texts.unpaid];
    case 'unknown':
      return [failure.isOnFile ? texts.unknownPayment : texts.unknown];
  }
}
