import type { FaultKind } from '@callpoint/contract/faults';
import type { SendOutcome } from '../channel.ts';
import { codeFault, twilioFault, type CodeRow, type TwilioError } from '../twilio/twilio-faults.ts';

/** The faults of SMS by Twilio's codes; `twilio-faults.ts` has those that other channels share. */
const SMS_FAULTS: readonly CodeRow[] = [
  { code: [21610], kind: 'permanent', fault: 'sms-stopped' },
  { code: [21211, 21214, 21217, 21265, 21401, 21407, 21421], kind: 'permanent', fault: 'sms-bad-number' },
  { code: [21614, 30006], kind: 'permanent', fault: 'sms-landline' },
  { code: [21608, 30034, 30032, 21705], kind: 'permanent', fault: 'sms-unregistered' },
  { code: [21612], kind: 'permanent', fault: 'sms-no-route' },
  { code: [21602, 21605, 21617, 21619, 30037], kind: 'permanent', fault: 'sms-too-long' },
  {
    code: [21212, 21213, 21603, 21606, 21659, 21660, 21701, 21703],
    kind: 'temporary',
    fault: 'sms-sender-refused',
  },
  { code: [30003], kind: 'permanent', fault: 'sms-handset-off' },
  { code: [30004], kind: 'permanent', fault: 'sms-blocked' },
  { code: [30005], kind: 'permanent', fault: 'sms-unknown-handset' },
  { code: [30007], kind: 'permanent', fault: 'sms-filtered' },
];

/** The outcome of a failed attempt. */
export function smsFault(error: TwilioError): Exclude<SendOutcome, { kind: 'sent' }> {
  return twilioFault('sms', SMS_FAULTS, error);
}

/** Why a network did not deliver a message that the provider had accepted; `code` is from the receipt. */
export function receiptFault(code: number | null): FaultKind {
  return codeFault('sms', SMS_FAULTS, code) ?? 'sms-undelivered';
}
