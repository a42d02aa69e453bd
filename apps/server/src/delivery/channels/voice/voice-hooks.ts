import type { AnswerChoice, CallFields, ProviderHook, ReceivedReceipt } from '../provider-hook.ts';
import { errorCodeOf, field, messageOf, sidField, twilioHook } from '../twilio/twilio-calls.ts';
import { answeredByFault, statusFault } from './voice-faults.ts';
import { speakChoices, speakLast } from './voice-script.ts';
import { ANSWER_PATH, STATUS_PATH, type VoiceSettings } from './voice.ts';

/** The keys that answer an incident. */
const CHOICES: ReadonlyMap<string | null, AnswerChoice> = new Map([
  ['1', 'have'],
  ['2', 'cannot'],
]);

const NOT_OURS = 'This call belongs to no message.';
const NOTHING = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/** Calls of Twilio about voice calls: who answered, the result, and the key that the person pressed. */
export function voiceHooks({ authToken }: VoiceSettings): ProviderHook[] {
  const common = twilioHook(authToken);
  return [
    {
      ...common,
      path: STATUS_PATH,
      async handle({ query, body }, { recordReceipt }) {
        const receipt = receiptOf(query, body);
        if (receipt) await recordReceipt(receipt);
        return NOTHING;
      },
    },
    {
      ...common,
      path: ANSWER_PATH,
      async handle({ url, query, body }, { recordReceipt, answerMessage, isDrill }) {
        const [message, providerId] = [messageOf(query), sidField(body, 'CallSid')];
        if (!message || !providerId) return speakLast(NOT_OURS);
        const { messageKey } = message;
        const choice = CHOICES.get(field(body, 'Digits'));
        if (choice === undefined) return speakChoices(url, await isDrill({ messageKey }));
        // Only a person presses a key, whatever the provider detected.
        await recordReceipt({ messageKey, providerId, outcome: 'delivered' });
        return speakLast(await answerMessage({ messageKey, choice, reference: providerId }));
      },
    },
  ];
}

/** The receipt in a call; null if it does not show who answered, or if the message is not ours. */
function receiptOf(query: CallFields, body: CallFields): ReceivedReceipt | null {
  const [message, providerId] = [messageOf(query), sidField(body, 'CallSid')];
  if (!message || !providerId) return null;
  const { messageKey, attempt } = message;
  const [answeredBy, status] = [field(body, 'AnsweredBy'), field(body, 'CallStatus')];
  if (answeredBy === 'human') return { messageKey, providerId, outcome: 'delivered' };
  const fault = answeredBy === null ? statusFault(status) : answeredByFault(answeredBy);
  if (fault === null) return null;
  const code = errorCodeOf(body, 'ErrorCode');
  const text = answeredBy === null ? (status ?? '') : `picked up by ${answeredBy}`;
  const providerText = (code === null ? text : `${text}, error ${code}`).slice(0, 100);
  return { messageKey, providerId, attempt, outcome: 'undelivered', fault, providerText };
}
