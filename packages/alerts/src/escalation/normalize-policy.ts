import { CHANNEL } from '@callpoint/contract/channels/channels';
import {
  escalationPolicy,
  voiceRules,
  type EscalationPolicy,
  type StepRecipient,
  type VoiceRules,
} from '@callpoint/contract/escalation';
import type { CountryCode } from 'libphonenumber-js/max';
import { unreachableNumbers } from '../plan/recipients.ts';
import { toE164, type SmsCountries } from '../sms/phone-numbers.ts';

/** The numbers in saved escalation policies and voice rules. A value that is not valid stays unchanged: its rules report it. */

export function normalizePolicy(value: string, country: CountryCode): string {
  const policy = readPolicyValue(value);
  if (!policy) return value;
  const numbered = (to: StepRecipient): StepRecipient =>
    to.kind === 'person' ? { ...to, phone: normalizeNumber(to.phone, country) } : to;
  const steps = policy.steps.map((step) => ({ ...step, to: step.to.map(numbered) }));
  return JSON.stringify({ ...policy, steps });
}

/** Each number once. */
export function normalizeVoiceRules(value: string, country: CountryCode): string {
  const rules = readVoiceRulesValue(value);
  if (!rules) return value;
  const agreed = [...new Set(rules.agreed.map((number) => normalizeNumber(number, country)))];
  return JSON.stringify({ ...rules, agreed });
}

function normalizeNumber(typed: string, country: CountryCode): string {
  return toE164(typed, country) ?? typed;
}

export function policyNumbers(value: string): string[] {
  return (readPolicyValue(value)?.steps ?? []).flatMap(({ to }) =>
    to.flatMap((one) => (one.kind === 'person' && one.phone !== '' ? [one.phone] : [])),
  );
}

export function agreedNumbers(value: string): string[] {
  return readVoiceRulesValue(value)?.agreed ?? [];
}

/** Why numbers of people in a policy get no message: one sentence each, with the step. */
export function unreachablePeople(value: string, smsCountries: SmsCountries): string[] {
  return (readPolicyValue(value)?.steps ?? []).flatMap(({ to, by }, index) =>
    by
      .filter((channel) => CHANNEL[channel].addressKind === 'phone')
      .flatMap((channel) =>
        to.flatMap((one) => {
          if (one.kind !== 'person') return [];
          return unreachableNumbers(channel, one.phone, smsCountries).map(
            (problem) => `Step ${index + 1}: ${problem}`,
          );
        }),
      ),
  );
}

function readPolicyValue(value: string): EscalationPolicy | undefined {
  return escalationPolicy.safeParse(parse(value)).data;
}

function readVoiceRulesValue(value: string): VoiceRules | undefined {
  return voiceRules.safeParse(parse(value)).data;
}

function parse(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
