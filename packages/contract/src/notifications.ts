import { z } from 'zod';
import { EXAMPLE_LOCATION } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { BUTTON_IDS, FORM_IDS, type Item } from './catalog.ts';
import { RECIPIENT_ROLES } from './channels/channel.ts';
import { CHANNELS } from './channels/channels.ts';
import { doneResponse } from './errors.ts';
import { callBody, createIdSchema, requiredLine, location, optionalText } from './fields.ts';
import { notificationKeys } from './setting-kinds.ts';

/** The notification plan of a simulated submission, and a test message to oneself. */

function oneOf<Value extends string | number>(values: readonly Value[]) {
  return z.literal(values as readonly [Value, ...Value[]], { error: `must be one of ${values.join(', ')}` });
}

const MAX_SETTINGS = 40;

/** Counts the settings before it checks any: reporting the problems of thousands takes long. */
function rejectTooMany(settings: unknown, context: z.RefinementCtx): unknown {
  const isObject = typeof settings === 'object' && settings !== null;
  if (!isObject || Object.keys(settings).length <= MAX_SETTINGS) return settings;
  context.addIssue({ code: 'custom', message: 'has too many settings' });
  return z.NEVER;
}

/** A submission to simulate, with settings that are not saved yet. */
const simulatedSubmission = {
  button_id: oneOf(BUTTON_IDS).optional().describe('The button; or `f_id`, the form.'),
  f_id: oneOf(FORM_IDS).optional().describe('The form; or `button_id`, the button.'),
  app_user_id: createIdSchema('the app user who would submit it'),
  location: location.nullish().describe('The location of the phone; if absent, it is not shared.'),
  company: optionalText(200).nullish().describe('Forms only: the company that the person works for.'),
  message: optionalText(5000).nullish().describe('Forms only: what the person would write.'),
  type: requiredLine(200).nullish().describe('Forms 2 and 3: what kind of product or consultation.'),
  settings: z.preprocess(
    rejectTooMany,
    z
      .record(z.string().max(100), z.string().max(20_000))
      .default({})
      .describe('Values by key; they replace the saved ones.'),
  ),
};

type ItemIds = { button_id?: Item['id'] | undefined; f_id?: Item['id'] | undefined };

const hasOneItem = ({ button_id, f_id }: ItemIds) => (button_id === undefined) !== (f_id === undefined);
const ONE_ITEM = {
  path: ['button_id'],
  message: 'or f_id must be given, and only one of them',
  when: () => true,
};

const previewSubmissionBody = callBody(simulatedSubmission).refine(isAboutOneItem, ONE_ITEM);

const testMessageBody = callBody({
  ...simulatedSubmission,
  channel: oneOf(CHANNELS).describe(
    'The channel; the message is sent to your own email address or phone number.',
  ),
  role: oneOf(RECIPIENT_ROLES).describe('The recipient whose message you receive.'),
}).refine(isAboutOneItem, ONE_ITEM);

function isAboutOneItem(body: unknown): boolean {
  return typeof body !== 'object' || body === null || hasOneItem(body);
}

/** The button or form of a valid call. */
export function getCalledItem({ button_id, f_id }: ItemIds): Item {
  return (button_id === undefined ? { kind: 'form', id: f_id } : { kind: 'button', id: button_id }) as Item;
}

/** The keys among `settings` that do not belong to `item`. */
export function findUnrelatedSettings(item: Item, settings: Readonly<Record<string, string>>): string[] {
  const own = notificationKeys(item);
  return Object.keys(settings).filter((key) => !own.includes(key));
}

const plannedMessage = z.object({
  channel: z.enum(CHANNELS),
  role: z.enum(RECIPIENT_ROLES),
  address: z.string(),
  text: z.number().int().describe('The text of the message: an index of `texts`.'),
  /** `pending`: it would be sent immediately. */
  state: z.enum(['pending', 'held', 'skipped']),
  /** Why it would not be sent. */
  reason: z.string().nullable(),
});
/** Messages to several recipients share a text. Each text is sent once: the response must not grow with their number. */
const notificationPlan = z.object({
  alert: z.string(),
  texts: z.array(z.object({ subject: z.string().nullable(), text: z.string() })),
  messages: z.array(plannedMessage),
});
export type SharedNotificationPlan = z.infer<typeof notificationPlan>;
type Text = SharedNotificationPlan['texts'][number];

export type PreviewMessage = Omit<z.infer<typeof plannedMessage>, 'text'> & Text;
export type NotificationPreview = { alert: string; messages: PreviewMessage[] };

/** A notification plan for the response: each text once. */
export function shareTexts({ alert, messages }: NotificationPreview): SharedNotificationPlan {
  const texts: Text[] = [];
  const indexOf = ({ subject, text }: Text) => {
    const same = texts.findIndex((other) => other.text === text && other.subject === subject);
    return same === -1 ? texts.push({ subject, text }) - 1 : same;
  };
  return {
    alert,
    messages: messages.map(({ subject, text, ...message }) => ({
      ...message,
      text: indexOf({ subject, text }),
    })),
    texts,
  };
}

/** The inverse of `shareTexts`: each message has its text. */
function withTexts({ alert, texts, messages }: SharedNotificationPlan): NotificationPreview {
  return {
    alert,
    messages: messages.map(({ text, ...message }) => ({
      ...message,
      ...(texts[text] ?? { subject: null, text: '' }),
    })),
  };
}

/** `is_on`: whether the phone offers it; `now` with the given settings, `saved` with the saved ones alone. */
const previewResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    is_on: z.boolean(),
    is_blocked: z.boolean(),
    now: notificationPlan,
    saved: notificationPlan,
  }),
});
type SharedData = z.infer<typeof previewResponse>['data'];
export type PreviewData = Omit<SharedData, 'now' | 'saved'> & Record<'now' | 'saved', NotificationPreview>;

/** The data of a response, each message with its text. */
export function expandPreview({ now, saved, ...data }: SharedData): PreviewData {
  return { ...data, now: withTexts(now), saved: withTexts(saved) };
}

const testResponse = doneResponse.extend({ data: z.object({ id: z.number().int() }) });

const NOTIFICATION_PLAN = {
  alert: 'We are calling you, Ann Lee.',
  texts: [{ subject: 'Emergency: Ann Lee', text: 'Ann Lee pressed the emergency button.' }],
  messages: [
    {
      channel: 'email' as const,
      role: 'team' as const,
      address: 'safety@example.com',
      text: 0,
      state: 'pending' as const,
      reason: null,
    },
  ],
};

export const notificationCalls = defineCalls(() => ({
  preview: defineCall({
    name: 'previewSubmission',
    method: 'POST',
    path: '/preview/submission',
    bases: ['/tapi/v1'],
    permission: 'notification.preview',
    body: previewSubmissionBody,
    response: previewResponse,
    changes: false,
    summary: 'Who would be notified of a press or a form, with the full texts; nothing is sent or stored',
    description:
      'Planned with the same rules as a real submission. `settings` replace the saved ones; `saved` in the response is the notification plan without them.',
    example: {
      body: {
        button_id: 5,
        app_user_id: 1,
        location: EXAMPLE_LOCATION,
        settings: { mail_to_user_subject_5: 'We know, {{NAME}}' },
      },
      response: {
        ok: true,
        data: { is_on: true, is_blocked: false, now: NOTIFICATION_PLAN, saved: NOTIFICATION_PLAN },
      },
    },
  }),
  test: defineCall({
    name: 'sendTestMessage',
    method: 'POST',
    path: '/test/message',
    bases: ['/tapi/v1'],
    permission: 'notification.test',
    body: testMessageBody,
    response: testResponse,
    errors: {
      409: {
        description:
          'This message does not exist: this item sends none by this channel, its text is empty, or a sending limit is reached.',
        msg: 'There is no text to send.',
        field: 'role',
      },
      429: {
        description: 'More than ten tests in a minute, or too many calls at the same time.',
        msg: 'You sent many tests. Wait a moment, then try again.',
      },
    },
    subject: 'delivery',
    summary: 'Send one of these messages to yourself, marked as a test',
    description:
      'It is sent through the outbox like any other message, to your own email address or phone number; `listPaged/delivery` with `filter_id` shows its delivery status.',
    example: {
      body: {
        button_id: 5,
        app_user_id: 1,
        location: EXAMPLE_LOCATION,
        channel: 'email',
        role: 'team',
      },
      response: { ok: true, msg: 'Your test is being sent.', data: { id: 12 } },
    },
  }),
}));
