import { isLeftOutOfDrill, planRuns, type EscalationRun } from '@callpoint/alerts/escalation/runs';
import type { IncidentDetails, IncidentMessage } from '@callpoint/contract/incidents';
import { deliveryTexts } from '../../../texts/deliveries.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { recipientsText, startsEarly } from '../next-step.ts';

/** A step of the escalation as the page shows it. */
export interface ShownStep {
  run: number;
  status: keyof typeof texts.runStates;
  /** When it started, or will start, ISO 8601; null if it will not, or if that depends on when the next one starts early. */
  at: string | null;
  /** `Repeat 1` for the first step of a repeat. */
  heading: string | null;
  who: string;
  /** The counts of its messages, in words; empty before it starts. */
  counts: string;
  /** Before it starts: why it cannot reach anyone; empty if it can. */
  problem: string;
  /** It cannot, because the safety contacts have no address. */
  lacksContacts: boolean;
  /** Why it started before its time; empty if it did not. */
  early: string;
}

const MINUTE = 60_000;

/** All steps of an incident's policy: those that started, the next one, and later ones. */
export function listSteps(incident: IncidentDetails): ShownStep[] {
  const runs = planRuns(incident.policy);
  const isWaiting = incident.state === 'open' && incident.next_step_at !== null;
  const isEarly = startsEarly(incident);
  return runs.map((planned) => {
    const run = incident.is_drill ? ofDrill(planned) : planned;
    const isLeftOut = incident.is_drill && run.to.length === 0;
    const event = incident.events.find(({ kind, data }) => kind === 'step' && data['run'] === run.run);
    const hasStarted = run.run <= incident.run;
    const reason = event?.data['reason'];
    const upcoming = incident.upcoming.find((one) => one.run === run.run);
    const problem = (isWaiting && !isLeftOut && upcoming?.problem) || '';
    return {
      run: run.run,
      status: hasStarted
        ? run.run === incident.run && incident.state === 'open'
          ? 'current'
          : 'done'
        : isWaiting
          ? waitingStatus(isLeftOut, run.run === incident.run + 1)
          : 'stopped',
      at: hasStarted
        ? (event?.at ?? incident.opened_at)
        : isWaiting && !isLeftOut && !isEarly
          ? startOf(run, runs[incident.run + 1], incident.next_step_at)
          : null,
      heading: run.step === null && run.round > 0 ? texts.repeatRun(run.round) : null,
      who:
        run.run === 0
          ? texts.firstRun
          : texts.stepBy(capitalize(recipientsText(isLeftOut ? planned : run)), channelsText(run)),
      counts: hasStarted ? countsText(incident.messages.filter((message) => message.run === run.run)) : '',
      problem,
      lacksContacts: problem !== '' && upcoming?.lacks_contacts === true,
      early: reason === 'undelivered' || reason === 'declined' ? texts.early[reason] : '',
    };
  });
}

function waitingStatus(isLeftOut: boolean, isNext: boolean): ShownStep['status'] {
  if (isLeftOut) return 'leftOut';
  return isNext ? 'next' : 'later';
}

/** Without the groups that a drill never notifies. */
function ofDrill(run: EscalationRun): EscalationRun {
  return { ...run, to: run.to.filter((recipient) => !isLeftOutOfDrill(recipient)) };
}

/** The times of later steps follow the next one. */
function startOf(run: EscalationRun, next: EscalationRun | undefined, nextAt: string | null): string | null {
  if (!next || nextAt === null) return null;
  return new Date(Date.parse(nextAt) + (run.after - next.after) * MINUTE).toISOString();
}

function channelsText({ by }: EscalationRun): string {
  return by.map((channel) => deliveryTexts.channels[channel]).join(', ');
}

/** `4 sent · 1 failed · 1 sent to the app user`: the person in danger is no helper. */
function countsText(messages: readonly IncidentMessage[]): string {
  const count = (...states: IncidentMessage['state'][]) =>
    messages.filter(({ state, role }) => role !== 'user' && states.includes(state)).length;
  const { sent, waiting, failed, held, skipped, toPerson } = texts.counts;
  return [
    [sent, count('sent')] as const,
    [waiting, count('pending', 'sending')] as const,
    [failed, count('failed')] as const,
    [held, count('held')] as const,
    [skipped, count('skipped')] as const,
    [toPerson, messages.filter(({ state, role }) => role === 'user' && state === 'sent').length] as const,
  ]
    .flatMap(([write, number]) => (number > 0 ? write(number) : []))
    .join(' · ');
}

/** `1 of 2 messages to helpers sent · 1 of 1 to the app user`. */
export function sentText(messages: readonly IncidentMessage[]): string {
  const write = (ofPerson: boolean, text: (sent: number, all: number) => string) => {
    const own = messages.filter(({ state, role }) => (role === 'user') === ofPerson && state !== 'skipped');
    const sent = own.filter(({ state }) => state === 'sent').length;
    return ofPerson && own.length === 0 ? [] : [text(sent, own.length)];
  };
  return [...write(false, texts.sentToHelpers), ...write(true, texts.sentToPerson)].join(' · ');
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
