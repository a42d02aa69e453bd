import { createConfirmationStore, type ConfirmationRequest } from './confirmation-store.ts';

export const confirmations = createConfirmationStore();

/** Confirms an action before it happens. Resolves to true only if the person chose the verb. */
export function confirm(request: ConfirmationRequest): Promise<boolean> {
  return confirmations.request(request);
}
