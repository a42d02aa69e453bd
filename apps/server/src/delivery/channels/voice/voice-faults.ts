import type { FaultKind } from '@callpoint/contract/faults';
import type { SendOutcome } from '../channel.ts';
import { twilioFault, type CodeRow, type TwilioError } from '../twilio/twilio-faults.ts';

/** The faults of calls by Twilio's codes; `twilio-faults.ts` has those that other channels share. */
const VOICE_FAULTS: readonly CodeRow[] = [
  {
    code: [21211, 21214, 21217, 21265, 21401, 21407, 21421, 13224],
    kind: 'permanent',
    fault: 'voice-bad-number',
  },
  { code: [21219, 21608], kind: 'permanent', fault: 'voice-unregistered' },
  { code: [21215, 21216, 13227], kind: 'temporary', fault: 'voice-country-off' },
  { code: [21210, 21212, 21213, 21606, 21659, 21660], kind: 'temporary', fault: 'voice-sender-refused' },
  { code: [21205, 21609, 21626], kind: 'temporary', fault: 'voice-callback-refused' },
  { code: [10004, 21220], kind: 'temporary', fault: 'voice-too-many' },
];

/** The outcome of a failed attempt. */
export function voiceFault(error: TwilioError): Exclude<SendOutcome, { kind: 'sent' }> {
  return twilioFault('voice', VOICE_FAULTS, error);
}

/** The final status of a call that no one answered. */
const BY_STATUS: ReadonlyMap<string, FaultKind> = new Map([
  ['no-answer', 'voice-no-answer'],
  ['busy', 'voice-busy'],
  ['failed', 'voice-failed'],
  ['canceled', 'voice-canceled'],
]);

/** Why no person heard a call with this status; null if the status does not show that. */
export function statusFault(status: string | null): FaultKind | null {
  return status === null ? null : (BY_STATUS.get(status) ?? null);
}

/** Why a call did not reach a person although it was answered: `by` is `machine_start`, `fax`, `unknown`, … */
export function answeredByFault(by: string): FaultKind {
  return by === 'fax' || by.startsWith('machine') ? 'voice-machine' : 'voice-unheard';
}
