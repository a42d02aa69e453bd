import { createPasswordConfirmationStore } from './password-confirmation-store.ts';

/** The password confirmation that this tab's calls wait for, if any. */
export const passwordConfirmation = createPasswordConfirmationStore();
