import { z } from 'zod';
import { BUTTON_IDS, FORM_IDS } from './catalog.ts';
import {
  INVALID_TIMESTAMP,
  clientId,
  isStorable,
  requiredLine,
  location,
  optionalText,
  requiredText,
} from './fields.ts';
import { imageKey } from './images.ts';

/** What a phone sends with a press or a form, and the response. */

const oneOf = <Id extends number>(ids: readonly Id[]) =>
  z.literal(ids, { error: `must be one of ${ids.join(', ')}` });

const whenAndWhere = {
  client_id: clientId,
  location: location.nullish().describe('The location of the phone; absent if it is not shared.'),
  pressed_at: z.iso
    .datetime({ offset: true, error: INVALID_TIMESTAMP })
    .refine(isStorable, 'must be of the years 1 to 9999')
    .nullish()
    .describe('When the person pressed, by the phone’s clock.'),
  sent_at: z.iso
    .datetime({ offset: true, error: INVALID_TIMESTAMP })
    .refine(isStorable, 'must be of the years 1 to 9999')
    .nullish()
    .describe(
      'When the phone sends it, by its clock. With it, `pressed_at` is right even if the phone’s clock is wrong.',
    ),
  location_follows: z
    .boolean()
    .optional()
    .describe('True if the phone still determines its location and will send it (`/location`).'),
};

export const pressButtonBody = z.strictObject({
  ...whenAndWhere,
  button_id: oneOf(BUTTON_IDS).describe('The button that was pressed.'),
});

/** Images of one form. */
const MAX_IMAGES = 5;

export const submitFormBody = z
  .strictObject({
    ...whenAndWhere,
    f_id: oneOf(FORM_IDS).describe('The form that was sent.'),
    company: optionalText(200).nullish().describe('The company that the person works for.'),
    message: requiredText(5000).describe('What the person writes, not blank.'),
    type: requiredLine(200).nullish().describe('Forms 2 and 3: what kind of product or consultation.'),
    images: z
      .array(imageKey)
      .max(MAX_IMAGES, `must be at most ${MAX_IMAGES} images`)
      .nullish()
      .describe(
        'Form 1: the keys of uploaded images of the same app user, each for one form only. A repeated key counts once.',
      ),
  })
  .refine(({ f_id, images }) => f_id === 1 || (images ?? []).length === 0, {
    error: 'are only for form 1',
    path: ['images'],
    // Together with the problems of other fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

/** `alert`: the filled-in text for the phone's screen. `repeated`: this client_id was accepted before. */
export const submissionResponse = z.object({
  ok: z.literal(true),
  data: z.object({ id: z.number().int(), alert: z.string(), repeated: z.boolean() }),
});
