import { z } from 'zod';
import { callBody } from './fields.ts';

/** The link that a new or changed email address of a subscriber is confirmed with. */

export const CONFIRM_DAYS = 7;

export const confirmEmail = z.strictObject({
  token: z.string({ error: 'is required' }).min(1, 'is required').max(200).describe('The token of the link.'),
});

export const sendConfirmation = callBody({});
