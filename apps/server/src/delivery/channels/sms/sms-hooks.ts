import type { AnswerChoice, CallFields, ProviderHook, ReceivedReceipt } from '../provider-hook.ts';
import { errorCodeOf, field, messageOf, sidField, twilioHook } from '../twilio/twilio-calls.ts';
import { twilioLibrary } from '../twilio/twilio-library.ts';
import { receiptFault } from './sms-faults.ts';
import type { SmsSettings } from './sms.ts';

/** The reply to HELP; the provider itself replies to STOP and START. */
const HELP =
  'Callpoint safety alerts. Reply STOP to stop SMS, START to get them again. In an emergency, call 911.';

/** Replies that answer an incident, by their first digit. */
const CHOICES: ReadonlyMap<string, AnswerChoice> = new Map([
  ['1', 'have'],
  ['2', 'cannot'],
]);

/** What may follow the digit of an answer. Of anything else, the person is told how to answer: a wrong answer stops the escalation. */
const REMARKS = {
  1: 'yes|yep|ok|okay|i have it|have it|got it|on it|on my way|coming',
  2: "no|sorry|i can['’]?t|can['’]?t|cannot|i cannot",
};

/** A digit alone, or with a known remark, such as `1`, `“1”`, `1.`, `1 - on my way`. Not `1?`, `1 sec`, `2 miles away` or `1 or 2`. */
const ANSWERS = ([1, 2] as const).map((digit) => {
  const around = String.raw`[\s"'“”‘’().,;:!\-–—]*`;
  return new RegExp(
    `^${around}(${digit})(?:${around}|[\\s.,;:!\\-–—]+(?:${REMARKS[digit]})${around})$`,
    'iu',
  );
});

function choiceOf(body: string): AnswerChoice | undefined {
  const digit = ANSWERS.map((answer) => answer.exec(body)?.[1]).find((found) => found !== undefined);
  return CHOICES.get(digit ?? '');
}

/** Calls of Twilio: delivery receipts, and replies of recipients. */
export function smsHooks({ authToken, from }: SmsSettings): ProviderHook[] {
  const common = twilioHook(authToken);
  return [
    {
      ...common,
      path: '/twilio/status',
      async handle({ query, body }, { recordReceipt }) {
        const receipt = receiptOf(query, body, from);
        if (receipt) await recordReceipt(receipt);
        return twiml();
      },
    },
    {
      ...common,
      path: '/twilio/inbound',
      async handle({ body: fields }, { recordReply, keywordOf, answerByNumber, explainByNumber }) {
        const [messageSid, number] = [sidField(fields, 'MessageSid'), field(fields, 'From')];
        const to = [field(fields, 'To'), field(fields, 'MessagingServiceSid')];
        // Ignores other from-numbers of the same account, and addresses of other channels.
        if (!messageSid || !number || !IS_NUMBER.test(number) || !to.includes(from)) return twiml();
        const body = field(fields, 'Body') ?? '';
        const choice = choiceOf(body);
        if (choice !== undefined) {
          return twiml(await answerByNumber({ number, choice, reference: messageSid }));
        }
        const recorded = await recordReply({ messageSid, from, number, body });
        // With OptOutType the provider has already replied.
        if (field(fields, 'OptOutType') !== null) return twiml();
        const keyword = keywordOf(body);
        // “YES” without a STOP before it is meant as an answer.
        const isMeantAsAnswer = keyword === 'start' && recorded?.wasStopped === false;
        if (keyword === null || isMeantAsAnswer) return twiml(await explainByNumber({ number }));
        return twiml(keyword === 'help' ? HELP : null);
      },
    },
  ];
}

const IS_NUMBER = /^\+[1-9]\d{4,14}$/;

/** The receipt in a call; null if the status is not final or the message is not ours. */
function receiptOf(query: CallFields, body: CallFields, from: string): ReceivedReceipt | null {
  const [message, providerId] = [messageOf(query), sidField(body, 'MessageSid')];
  if (!message || !providerId) return null;
  const { messageKey, attempt } = message;
  const status = field(body, 'MessageStatus');
  if (status === 'delivered' || status === 'read') {
    return { messageKey, providerId, outcome: 'delivered' };
  }
  if (status !== 'undelivered' && status !== 'failed') return null;
  const code = errorCodeOf(body, 'ErrorCode');
  const providerText = code === null ? status : `${status}, error ${code}`;
  return {
    messageKey,
    providerId,
    attempt,
    outcome: 'undelivered',
    fault: receiptFault(code),
    providerText,
    from,
  };
}

function twiml(message: string | null = null): string {
  const response = new (twilioLibrary().twiml.MessagingResponse)();
  if (message !== null) response.message(message);
  return response.toString();
}
