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
  const nameOf = namesIn([...before, ...after], readable);
  const sameTime = (steps: readonly EscalationStep[], step: EscalationStep) =>
    steps.find((other) => other.after === step.after);
  const removed = before.filter((step) => !sameTime(after, step));
  const added = after.filter((step) => !sameTime(before, step));
  const moved = new Map<EscalationStep, EscalationStep>();
  for (const step of removed) {
    const to = added.find(
      (other) => isSame([other.to, other.by], [step.to, step.by]) && ![...moved.values()].includes(other),
    );
    if (to) moved.set(step, to);
  }
  return [
    ...removed.map((step) => {
      const to = moved.get(step);
      return to
        ? `The step ${afterText(step)} starts ${afterText(to)} now: ${stepText(to, nameOf)}.`
        : `Step ${afterText(step)} removed: ${stepText(step, nameOf)}.`;
    }),
    ...added
      .filter((step) => ![...moved.values()].includes(step))
      .map((step) => `Step ${afterText(step)} added: ${stepText(step, nameOf)}.`),
    ...before.flatMap((step) => {
      const now = sameTime(after, step);
      return now ? diffStep(step, now, nameOf, readable) : [];
    }),
  ];
}

type NameOf = (to: StepRecipient) => string;
type Person = Extract<StepRecipient, { kind: 'person' }>;

/** Names recipients; people of one name with several addresses in these steps are named with their addresses. */
function namesIn(steps: readonly EscalationStep[], readable: Readable): NameOf {
  const people = steps.flatMap(({ to }) => to.filter((one) => one.kind === 'person'));
  const isAmbiguous = (one: Person) => people.some((other) => other.name === one.name && !isSame(other, one));
  return (to) =>
    to.kind === 'person' && isAmbiguous(to)
      ? `${to.name} (${addressesText(to, readable)})`
      : recipientText(to);
}

/** Differences of two steps with the same time. */
function diffStep(
  before: EscalationStep,
  after: EscalationStep,
  nameOf: NameOf,
  readable: Readable,
): string[] {
  const when = capitalize(afterText(after));
  const gone = without(before.to, after.to);
  const fresh = without(after.to, before.to);
  const changed = pairByName(gone, fresh);
  const isPaired = (one: StepRecipient) => changed.flat().some((other) => other === one);
  /** An entry that the step has twice, before or after. */
  const isRepeated = (one: StepRecipient, others: readonly StepRecipient[]) =>
    others.some((other) => isSame(other, one));
  const listed = listText(after.to.map(nameOf));
  return [
    ...gone
      .filter((one) => !isPaired(one))
      .map((one) =>
        isRepeated(one, after.to)
          ? `${when} a repeated entry of ${nameOf(one)} was removed.`
          : `${when} ${nameOf(one)} ${isOrAre(one)} no longer ${verbOf(before.by)}.`,
      ),
    ...fresh
      .filter((one) => !isPaired(one))
      .map((one) =>
        isRepeated(one, before.to)
          ? `${when} a repeated entry of ${nameOf(one)} was added.`
          : `${when} ${nameOf(one)} ${isOrAre(one)} also ${verbOf(after.by)}.`,
      ),
    ...changed.map(
      ([old, one]) =>
        `${when} ${one.name} is ${verbOf(after.by)} at: ${addressesText(one, readable)}. Before: ${addressesText(old, readable)}.`,
    ),
    ...before.by
      .filter((channel) => !after.by.includes(channel))
      .map((channel) => `${when} no ${CHANNEL[channel].nouns.many} to ${listed} any longer.`),
    ...after.by
      .filter((channel) => !before.by.includes(channel))
      .map((channel) => `${when} also ${CHANNEL[channel].nouns.many} to ${listed}.`),
  ];
}

/** The entries that `others` does not have, or does not have as often. */
function without(to: readonly StepRecipient[], others: readonly StepRecipient[]): StepRecipient[] {
  const rest = [...others];
  return to.filter((one) => {
    const index = rest.findIndex((other) => isSame(other, one));
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
}

/** People whose addresses changed: the entry before, and the one of the same name after. */
function pairByName(gone: readonly StepRecipient[], fresh: readonly StepRecipient[]): [Person, Person][] {
  const rest = fresh.filter((one) => one.kind === 'person');
  return gone.flatMap((old): [Person, Person][] => {
    const index = old.kind === 'person' ? rest.findIndex(({ name }) => name === old.name) : -1;
    const [one] = index === -1 ? [] : rest.splice(index, 1);
    return one && old.kind === 'person' ? [[old, one]] : [];
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
