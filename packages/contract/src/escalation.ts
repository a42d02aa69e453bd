import { z } from 'zod';
import { EMERGENCY_BUTTON_ID, type ButtonId } from './catalog.ts';
import { CHANNEL, CHANNELS } from './channels/channels.ts';
import {
  ESCALATION_LIMITS,
  RECIPIENT_GROUPS,
  ROUTED_CHANNELS,
  ADMINISTRATOR_CHANNELS,
  CALL_CHANNELS,
} from './escalation-terms.ts';
import { email, optionalText, phone, requiredName } from './fields.ts';

/**
 * Escalation policies: what happens after a press until someone acknowledges it. A policy is the value of one setting
 * of the subscriber for each button, as JSON.
 */

const person = z.strictObject({
  kind: z.literal('person'),
  name: requiredName(100),
  email: z.union([z.literal(''), email], { error: 'must be an email address' }),
  phone: z.union([z.literal(''), phone], { error: 'must have 7 to 15 digits' }),
});
const group = z.strictObject({ kind: z.enum(RECIPIENT_GROUPS) });
const stepRecipient = z.discriminatedUnion('kind', [group, person], {
  error: 'must be a group, or a person with a name, an email and a phone',
});
export type StepRecipient = z.infer<typeof stepRecipient>;

const minutes = (least: number) =>
  z
    .int({ error: 'must be a whole number of minutes' })
    .min(least, `must be at least ${least} ${least === 1 ? 'minute' : 'minutes'}`)
    .max(ESCALATION_LIMITS.minutes, `must be at most ${ESCALATION_LIMITS.minutes} minutes`);

const step = z.strictObject({
  /** Minutes after the press, or after the start of the repeat. */
  after: minutes(1),
  to: z
    .array(stepRecipient)
    .min(1, 'must notify someone')
    .max(ESCALATION_LIMITS.recipients, `must be at most ${ESCALATION_LIMITS.recipients} recipients`),
  by: z
    .array(z.enum(CHANNELS))
    .min(1, 'must use a channel')
    .refine((channels) => new Set(channels).size === channels.length, 'must name each channel once'),
});
export type EscalationStep = z.infer<typeof step>;

type Order = { steps: readonly { after: number }[]; repeat: { times: number; every: number } };

/** Problems of the order of the steps; also of a policy that has other problems. */
export function orderIssues({ steps, repeat }: Order): { path: PropertyKey[]; message: string }[] {
  const found = steps.flatMap(({ after }, index) => {
    const before = steps[index - 1];
    if (!before || after > before.after) return [];
    return [{ path: ['steps', index, 'after'], message: 'must be later than the step before it' }];
  });
  const last = steps.at(-1)?.after ?? 0;
  if (repeat.times === 0 || repeat.every > last) return found;
  return [...found, { path: ['repeat', 'every'], message: 'must be later than the last step' }];
}

export const escalationPolicy = z
  .strictObject({
    /** A press opens an incident that someone must acknowledge. */
    needs_answer: z.boolean().describe('Whether someone must acknowledge a press.'),
    /** In the order of their times. The messages of the notification settings come first, when the button is pressed. */
    steps: z
      .array(step)
      .max(ESCALATION_LIMITS.steps, `must be at most ${ESCALATION_LIMITS.steps} steps`)
      .describe('In the order of their times.'),
    /** All steps again, the first messages too: `every` minutes after the press, and after that, `times` times. */
    repeat: z.strictObject({
      times: z
        .int({ error: 'must be a whole number of times' })
        .min(0, 'must be at least 0 times')
        .max(ESCALATION_LIMITS.repeats, `must be at most ${ESCALATION_LIMITS.repeats} times`)
        .describe('Repeats of all steps.'),
      every: minutes(1).describe('Minutes between repeats.'),
    }),
    /** Instructions for the people who are notified. */
    procedure: optionalText(ESCALATION_LIMITS.procedure).describe(
      'Instructions for the people who are notified.',
    ),
  })
  .superRefine((policy, context) => {
    for (const issue of orderIssues(policy)) context.addIssue({ code: 'custom', ...issue });
  });
export type EscalationPolicy = z.infer<typeof escalationPolicy>;

/** The policy of a new subscriber. */
export function defaultPolicy(buttonId: ButtonId): EscalationPolicy {
  if (buttonId !== EMERGENCY_BUTTON_ID) {
    return {
      needs_answer: false,
      steps: [{ after: 10, to: [{ kind: 'owner' }], by: ROUTED_CHANNELS }],
      repeat: { times: 0, every: 30 },
      procedure: '',
    };
  }
  return {
    needs_answer: true,
    steps: [
      { after: 3, to: [{ kind: 'team' }], by: CALL_CHANNELS },
      {
        after: 6,
        to: [{ kind: 'contacts' }],
        by: CHANNELS.filter((channel) => ['email', 'phone'].includes(CHANNEL[channel].addressKind)),
      },
      { after: 10, to: [{ kind: 'consultancy' }], by: ROUTED_CHANNELS },
      { after: 15, to: [{ kind: 'administrators' }], by: ADMINISTRATOR_CHANNELS },
    ],
    repeat: { times: 2, every: 20 },
    procedure: [
      '1. Call the person.',
      '2. If you cannot reach them, call someone near them.',
      '3. If no one reaches them within 5 minutes, call 911 and give the location.',
    ].join('\n'),
  };
}

/** Parses a stored policy; one that is no longer valid is replaced by the default, so that a press always escalates. */
export function readPolicy(buttonId: ButtonId, stored: string | undefined): EscalationPolicy {
  const parsed = stored === undefined ? null : escalationPolicy.safeParse(parseJson(stored));
  const policy = parsed?.success ? parsed.data : defaultPolicy(buttonId);
  return buttonId === EMERGENCY_BUTTON_ID ? { ...policy, needs_answer: true } : policy;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 21:00');
export const voiceRules = z.strictObject({
  /** In the subscriber's time zone. Equal times: no quiet hours. Emergencies ignore them. */
  quiet_from: clockTime.describe('Local time.'),
  quiet_until: clockTime.describe('Local time. The same as the start: no quiet hours.'),
  /** Numbers whose owners agreed to be called about presses that are not emergencies. */
  agreed: z.array(phone).max(100, 'must be at most 100 numbers').describe('Numbers that agreed to calls.'),
});
export type VoiceRules = z.infer<typeof voiceRules>;
export const DEFAULT_VOICE_RULES: VoiceRules = { quiet_from: '21:00', quiet_until: '07:00', agreed: [] };

/** Parses stored rules; rules that are no longer valid are replaced by the default. */
export function readVoiceRules(stored: string | undefined): VoiceRules {
  const parsed = stored === undefined ? null : voiceRules.safeParse(parseJson(stored));
  return parsed?.data ?? DEFAULT_VOICE_RULES;
}
