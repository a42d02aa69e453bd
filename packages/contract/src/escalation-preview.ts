import { z } from 'zod';
import { defineCall, defineCalls } from './call.ts';
import { BUTTON_IDS, type ButtonId } from './catalog.ts';
import { CHANNELS } from './channels/channels.ts';
import { escalationPolicy, voiceRules } from './escalation.ts';
import { RECIPIENT_GROUPS } from './escalation-terms.ts';
import { callBody, createIdSchema, location } from './fields.ts';

/** The timeline of an escalation: who would be notified when, and who is skipped, if no one acknowledges a press. */

const buttonId = z.literal(BUTTON_IDS as unknown as readonly [ButtonId, ...ButtonId[]], {
  error: `must be one of ${BUTTON_IDS.join(', ')}`,
});

const previewEscalationBody = callBody({
  button_id: buttonId.describe('The button.'),
  policy: escalationPolicy.optional().describe('Replaces the saved policy of the button.'),
  voice_rules: voiceRules.optional().describe('Replaces the saved rules for calls.'),
  app_user_id: createIdSchema('the app user who would press it; if absent, the first one').optional(),
  location: location.nullish().describe('The location of the phone; if absent, it is not shared.'),
  is_drill: z.boolean().optional().describe('Whether the press is a drill.'),
});

const timelineMessage = z.object({
  channel: z.enum(CHANNELS),
  /** `user`: the person who pressed; `person`: a person whom the step names. */
  role: z.enum([...RECIPIENT_GROUPS, 'person', 'user']),
  name: z.string().nullable(),
  address: z.string().describe('Empty for administrators, and if no address is known.'),
  text: z.number().int().describe('The text of the message: an index of `texts`.'),
  /** `pending`: it would be sent immediately. */
  state: z.enum(['pending', 'held', 'skipped']),
  /** Why it would not be sent. */
  reason: z.string().nullable(),
});
export type TimelineMessage = z.infer<typeof timelineMessage>;

const timelineRun = z.object({
  run: z.number().int(),
  /** 0: the first round; 1: the first repeat. */
  round: z.number().int(),
  /** The step of the policy; null: the messages of the press, or their repeat. */
  step: z.number().int().nullable(),
  after: z.number().int().describe('Minutes from the press to its start.'),
  planned: z.number().int().describe('The same by the policy: it starts earlier if a step reaches no one.'),
  messages: z.array(timelineMessage),
});

const timeline = z.object({
  /** The name of the person who presses. */
  person: z.string(),
  needs_answer: z.boolean(),
  /** The time zone of quiet hours and of times in the texts. */
  zone: z.string(),
  texts: z.array(z.object({ subject: z.string().nullable(), text: z.string() })),
  runs: z.array(timelineRun).describe('All steps and their first repeat; further repeats are like it.'),
  repeats: z.number().int(),
  unanswered_after: z
    .number()
    .int()
    .nullable()
    .describe(
      'Minutes until administrators are notified that no one acknowledged it; null: no answer is needed.',
    ),
});
export type EscalationTimeline = z.infer<typeof timeline>;

export const escalationPreviewCalls = defineCalls(() => ({
  preview: defineCall({
    name: 'previewEscalation',
    method: 'POST',
    path: '/previewEscalation',
    bases: ['/tapi/v1'],
    permission: 'notification.preview',
    body: previewEscalationBody,
    response: z.object({ ok: z.literal(true), data: timeline }),
    errors: {
      404: {
        description: 'The subscriber has no such app user.',
        msg: 'The user does not exist.',
        field: 'app_user_id',
      },
    },
    changes: false,
    summary: 'Who would be notified when, if no one acknowledges a press; nothing is sent or stored',
    description:
      'Planned with the same rules as a real escalation, for a press at this moment. Addresses of administrators are not included.',
    example: {
      body: { button_id: 5, app_user_id: 1 },
      response: {
        ok: true,
        data: {
          person: 'Ann Lee',
          needs_answer: true,
          zone: 'America/Denver',
          texts: [
            { subject: 'Not acknowledged: Lone Worker Emergency, Ann Lee', text: 'Ann Lee pressed it.' },
          ],
          runs: [
            {
              run: 1,
              round: 0,
              step: 0,
              after: 6,
              planned: 6,
              messages: [
                {
                  channel: 'email',
                  role: 'contacts',
                  name: 'Maria Ortiz',
                  address: 'maria@example.com',
                  text: 0,
                  state: 'pending',
                  reason: null,
                },
              ],
            },
          ],
          repeats: 0,
          unanswered_after: 11,
        },
      },
    },
  }),
}));
