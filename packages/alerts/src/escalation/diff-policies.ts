import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type {
  EscalationPolicy,
  EscalationStep,
  StepRecipient,
  VoiceRules,
} from '@callpoint/contract/escalation';
import {
  afterText,
  capitalize,
  isOrAre,
  listText,
  minutesText,
  recipientText,
  stepText,
} from './policy-words.ts';

/** What a change of an escalation policy or of the voice rules means, one sentence each; none if nothing changed. */

/** Writes a number as people read it. The console knows its own way, without the tables of all countries. */
type Readable = (number: string) => string;

export function diffPolicies(
  before: EscalationPolicy,
  after: EscalationPolicy,
  readable: Readable,
): string[] {
  const found = [
    ...diffNeedsAnswer(before, after),
    ...diffSteps(before.steps, after.steps, readable),
    ...diffRepeats(before.repeat, after.repeat),
    ...diffProcedures(before.procedure, after.procedure),
  ];
  if (found.length > 0 || isSame(before, after)) return found;
  return ['The order of recipients or channels changed.'];
}

function diffNeedsAnswer(before: EscalationPolicy, after: EscalationPolicy): string[] {
  if (before.needs_answer === after.needs_answer) return [];
  return [after.needs_answer ? 'A press needs an answer.' : 'A press no longer needs an answer.'];
}

function diffSteps(
  before: readonly EscalationStep[],
  after: readonly EscalationStep[],
  readable: Readable,
): string[] {
  const sameTime = (steps: readonly EscalationStep[], step: EscalationStep) =>
    steps.find((other) => other.after === step.after);
  const removed = before.filter((step) => !sameTime(after, step));
  const added = after.filter((step) => !sameTime(before, step));
  const moved = new Map<EscalationStep, EscalationStep>();
  for (const step of removed) {
    const to = added.find(
      (other) => stepText(other) === stepText(step) && ![...moved.values()].includes(other),
    );
    if (to) moved.set(step, to);
  }
  return [
    ...removed.map((step) => {
      const to = moved.get(step);
      return to
        ? `The step ${afterText(step)} starts ${afterText(to)} now: ${stepText(to)}.`
        : `Step ${afterText(step)} removed: ${stepText(step)}.`;
    }),
    ...added
      .filter((step) => ![...moved.values()].includes(step))
      .map((step) => `Step ${afterText(step)} added: ${stepText(step)}.`),
    ...before.flatMap((step) => {
      const now = sameTime(after, step);
      return now ? diffStep(step, now, readable) : [];
    }),
    ...[...moved].flatMap(([step, to]) => diffPeople(step, to, readable)),
  ];
}

/** Differences of two steps with the same time. */
function diffStep(before: EscalationStep, after: EscalationStep, readable: Readable): string[] {
  const when = capitalize(afterText(after));
  const has = (to: readonly StepRecipient[], one: StepRecipient) =>
    to.some((other) => other.kind === one.kind && recipientText(other) === recipientText(one));
  const gone = before.to.filter((one) => !has(after.to, one));
  const fresh = after.to.filter((one) => !has(before.to, one));
  return [
    ...gone.map((one) => `${when} ${recipientText(one)} ${isOrAre(one)} no longer ${verbOf(before.by)}.`),
    ...fresh.map((one) => `${when} ${recipientText(one)} ${isOrAre(one)} also ${verbOf(after.by)}.`),
    ...diffPeople(before, after, readable),
    ...before.by
      .filter((channel) => !after.by.includes(channel))
      .map(
        (channel) =>
          `${when} no ${CHANNEL[channel].nouns.many} to ${listText(after.to.map(recipientText))} any longer.`,
      ),
    ...after.by
      .filter((channel) => !before.by.includes(channel))
      .map(
        (channel) =>
          `${when} also ${CHANNEL[channel].nouns.many} to ${listText(after.to.map(recipientText))}.`,
      ),
  ];
}

/** People of both steps whose addresses changed. */
function diffPeople(before: EscalationStep, after: EscalationStep, readable: Readable): string[] {
  return after.to.flatMap((one) => {
    if (one.kind !== 'person') return [];
    const old = before.to.filter((other) => other.kind === 'person' && other.name === one.name);
    if (old.length === 0 || old.some((other) => isSame(other, one))) return [];
    return [`${capitalize(afterText(after))} ${one.name} is notified at: ${addressesText(one, readable)}.`];
  });
}

function addressesText({ email, phone }: { email: string; phone: string }, readable: Readable): string {
  const known = [email, phone === '' ? '' : readable(phone)].filter((address) => address !== '');
  return known.length === 0 ? 'no address' : listText(known);
}

function verbOf(by: readonly Channel[]): string {
  return by.length > 0 && by.every((channel) => CHANNEL[channel].isCall) ? 'called' : 'notified';
}

type Repeat = EscalationPolicy['repeat'];

function diffRepeats(before: Repeat, after: Repeat): string[] {
  if (isSame(before, after)) return [];
  const text = ({ times, every }: Repeat) =>
    `${times === 1 ? 'once' : `${times} times`}, ${times === 1 ? 'after' : 'every'} ${minutesText(every)}`;
  if (after.times === 0) {
    return before.times === 0
      ? [`A repeat would start after ${minutesText(after.every)}.`]
      : ['The steps are no longer repeated.'];
  }
  const was = before.times === 0 ? 'not at all' : text(before);
  return [`The steps are repeated ${text(after)}. Before: ${was}.`];
}

function diffProcedures(before: string, after: string): string[] {
  if (before === after) return [];
  if (before.trim() === '') return ['Response procedure added.'];
  return [after.trim() === '' ? 'Response procedure removed.' : 'Response procedure changed.'];
}

export function diffVoiceRules(before: VoiceRules, after: VoiceRules, readable: Readable): string[] {
  const hours = ({ quiet_from: from, quiet_until: until }: VoiceRules) =>
    from === until ? 'none' : `${from} to ${until}`;
  const found = [
    ...(hours(before) === hours(after) ? [] : [`Quiet hours: ${hours(after)}. Before: ${hours(before)}.`]),
    ...after.agreed
      .filter((number) => !before.agreed.includes(number))
      .map((number) => `${readable(number)} agreed to calls.`),
    ...before.agreed
      .filter((number) => !after.agreed.includes(number))
      .map((number) => `${readable(number)} no longer agrees to calls.`),
  ];
  return found.length > 0 || isSame(before, after) ? found : ['The order of the numbers changed.'];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
