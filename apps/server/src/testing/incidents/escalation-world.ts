import { CHANNELS } from '@callpoint/contract/channels/channels';
import type { ButtonId } from '@callpoint/contract/catalog';
import type { EscalationPolicy } from '@callpoint/contract/escalation';
import { IncidentsDb } from '../../db/handles/incidents.ts';
import { claim, type ClaimedMessage } from '../../delivery/queue/claim.ts';
import { recordReceipt } from '../../delivery/queue/delivery-receipts.ts';
import { buildAttemptResult, recordResults } from '../../delivery/queue/record-results.ts';
import type { SendOutcome } from '../../delivery/channels/channel.ts';
import { personalizeMessages } from '../../incidents/answers/personal-links.ts';
import { RecipientAnswers, type Choice } from '../../incidents/answers/recipient-answers.ts';
import { manualClock } from '../outbox.ts';
import type { TestResponse, TestServer } from '../server.ts';
import { EscalatorProcesses } from './escalator-processes.ts';
import { readIncidentRow } from './guarantees.ts';
import { ALL_CHANNELS, buildSubscriber, type Lists, type Subscriber } from './people.ts';
import { findEarlySteps, findLateSteps, reachOf } from './schedule.ts';

export type WorldSetup = {
  buttonId: ButtonId;
  people: number;
  lists: Lists;
  isDrill: boolean;
  policyOf: Parameters<typeof buildSubscriber>[1]['policyOf'];
};

export type DeliveryFault = 'sent' | 'permanent' | 'temporary' | 'lost';
export type ConsoleCaller = 'team' | 'admin';

/** Longer than the escalators need to notice a step that reaches no one. */
const SETTLED_AFTER = 6;

/** One incident with two escalators, a clock that the test controls, and providers that fail as the test decides. */
export class EscalationWorld {
  readonly server: TestServer;
  readonly subscriber: Subscriber;
  readonly incident: { id: number; clientId: string };
  readonly clock = manualClock(new Date(Date.now() + 1_000).toISOString());
  readonly problems: string[] = [];
  readonly #answers: RecipientAnswers;
  readonly #links = new Map<string, string>();
  readonly processes: EscalatorProcesses;
  #changedAt = 0;

  static async open(server: TestServer, { isDrill, ...setup }: WorldSetup): Promise<EscalationWorld> {
    const subscriber = await buildSubscriber(server, setup);
    const incident = isDrill
      ? await startDrill(server, subscriber, setup.buttonId)
      : await press(server, subscriber, setup.buttonId);
    return new EscalationWorld(server, subscriber, incident);
  }

  private constructor(
    server: TestServer,
    subscriber: Subscriber,
    incident: { id: number; clientId: string },
  ) {
    this.server = server;
    this.subscriber = subscriber;
    this.incident = incident;
    this.processes = new EscalatorProcesses(server.db, this.clock.now);
    this.#answers = new RecipientAnswers({
      incidents: new IncidentsDb(server.db),
      live: { publish: () => {} },
      channels: ALL_CHANNELS,
      mapsUrl: '',
      wakeDelivery: () => {},
      wakeEscalator: () => {},
      onAnswered: () => {},
    });
  }

  read() {
    return readIncidentRow(this.server.db, this.incident.id);
  }

  /** Lets the escalators check at the same time, and compares what they started with what was due. */
  async tick(ms: number, meanwhile?: () => Promise<unknown>): Promise<void> {
    this.clock.advance(ms);
    const before = await reachOf(this.server.db, this.incident.id, this.subscriber.personOf);
    await Promise.all([this.processes.check(), meanwhile?.()]);
    const after = await reachOf(this.server.db, this.incident.id, this.subscriber.personOf);
    const now = this.clock.now();
    if (!meanwhile) this.problems.push(...findEarlySteps(before, after, now));
    this.problems.push(...findLateSteps(after, now, this.#changedAt));
  }

  /** Second by second, until everything that a change makes due has started. */
  async settle(): Promise<void> {
    this.#changedAt = this.clock.now().getTime();
    for (let second = 0; second < SETTLED_AFTER; second += 1) await this.tick(1_000);
  }

  /** Lets time pass: the escalators check within a second after each scheduled time. */
  async wait(ms: number, jitter: number): Promise<void> {
    const end = this.clock.now().getTime() + ms;
    for (;;) {
      const { next_run_at } = await this.read();
      const next = next_run_at === null ? Infinity : Date.parse(next_run_at) + jitter;
      if (next > end) break;
      await this.tick(Math.max(0, next - this.clock.now().getTime()));
      await this.settle();
    }
    await this.tick(Math.max(0, end - this.clock.now().getTime()));
  }

  /** Sends every message that is due; `faultOf` decides about each of them. */
  async deliver(faultOf: (index: number) => DeliveryFault): Promise<void> {
    const { db, url } = this.server;
    const now = this.clock.now();
    const lease = new Date(now.getTime() + 3_600_000);
    let index = 0;
    for (const channel of CHANNELS) {
      const claimed = await claim(db, channel, { all: 100, ordinary: 100 }, now, lease);
      const personal = await personalizeMessages(() => url)(db, claimed);
      for (const message of personal) this.#keepLink(message);
      const results = personal.flatMap((message) => {
        const fault = faultOf((index += 1));
        if (fault === 'lost') return [];
        const times = { startedAt: now.toISOString(), endedAt: now, ms: 1 };
        return [buildAttemptResult(message, outcomeOf(fault, message), times, () => 0.5)];
      });
      await recordResults(db, results);
    }
  }

  #keepLink({ address, body }: ClaimedMessage): void {
    const path = /\/respond\/[\w-]+/.exec(body)?.[0];
    if (path !== undefined) this.#links.set(this.subscriber.personOf(address), path);
  }

  /** The provider reports that sent messages did not arrive; `isChosen` decides about each of them. */
  async reportUndelivered(isChosen: (index: number) => boolean): Promise<void> {
    const { db } = this.server;
    const sent = await db
      .selectFrom('delivery')
      .select(['channel', 'message_key', 'provider_id', 'fence'])
      .where('incident_id', '=', this.incident.id)
      .where('state', '=', 'sent')
      .orderBy('id')
      .execute();
    for (const [index, { channel, message_key, provider_id, fence }] of sent.entries()) {
      if (!isChosen(index)) continue;
      const receipt = {
        channel: channel as (typeof CHANNELS)[number],
        messageKey: message_key,
        providerId: provider_id ?? '',
        outcome: 'undelivered',
        attempt: fence,
        fault: 'unexpected',
        providerText: 'not delivered',
      } as const;
      // A provider may send each receipt twice.
      await recordReceipt(db, receipt, this.clock.now());
      await recordReceipt(db, receipt, this.clock.now());
    }
  }

  /** Answers by the person’s link; null if they have none. */
  async byLink(person: number, fields: Record<string, string>): Promise<number | null> {
    const path = this.#links.get(this.subscriber.people[person]?.name ?? '');
    if (path === undefined) return null;
    const response = await fetch(`${this.server.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return response.status;
  }

  bySms(person: number, choice: Choice): Promise<string | null> {
    const number = this.subscriber.people[person]?.phone ?? '';
    return this.#answers.answerByNumber({ number, choice, reference: crypto.randomUUID() });
  }

  /** A key pressed during a call to the person’s number; null if no message went there. */
  async byVoice(person: number, choice: Choice): Promise<string | null> {
    const message = await this.server.db
      .selectFrom('delivery')
      .select('message_key')
      .where('incident_id', '=', this.incident.id)
      .where('responder_id', 'is not', null)
      .where('address', '=', this.subscriber.people[person]?.phone ?? '')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    const reference = crypto.randomUUID();
    return message
      ? await this.#answers.answerMessage({ messageKey: message.message_key, choice, reference })
      : null;
  }

  byConsole(caller: ConsoleCaller, action: string, body: object): Promise<TestResponse> {
    const base = caller === 'team' ? '/tapi/v1' : '/api/v1';
    return this.server.post(`${base}/${action}/incident`, {
      token: this.subscriber.tokens[caller],
      body: { id: this.incident.id, ...body },
    });
  }

  reportSafe(): Promise<TestResponse> {
    return this.server.post('/mapi/v1/safe', {
      token: this.subscriber.tokens.phone,
      body: { client_id: this.incident.clientId, reason: 'By accident.' },
    });
  }
}

function outcomeOf(fault: Exclude<DeliveryFault, 'lost'>, { id }: ClaimedMessage): SendOutcome {
  if (fault === 'sent') return { kind: 'sent', providerText: 'ok', providerId: `provider-${id}` };
  const texts = { providerText: 'no' };
  return fault === 'permanent'
    ? { kind: 'permanent', fault: 'unexpected', ...texts }
    : { kind: 'temporary', fault: 'unexpected', unreached: false, ...texts };
}

async function press(server: TestServer, { tokens }: Subscriber, button_id: ButtonId) {
  const clientId = crypto.randomUUID();
  const { body } = await server.post('/mapi/v1/button_click', {
    token: tokens.phone,
    body: { client_id: clientId, button_id, location: { lat: 38.8977, lng: -77.0365 } },
  });
  return { id: await incidentOf(server, (body as { data: { id: number } }).data.id), clientId };
}

async function startDrill(server: TestServer, { tokens, worker }: Subscriber, button_id: ButtonId) {
  const { body } = await server.post('/tapi/v1/drill', {
    token: tokens.team,
    body: { button_id, app_user_id: worker.id },
  });
  const { incident_id: id, button_click_id } = (
    body as { data: { incident_id: number; button_click_id: number } }
  ).data;
  const { client_id: clientId } = await server.db
    .selectFrom('button_click')
    .select('client_id')
    .where('id', '=', button_click_id)
    .executeTakeFirstOrThrow();
  return { id, clientId };
}

async function incidentOf({ db }: TestServer, pressId: number): Promise<number> {
  const query = db.selectFrom('incident').select('id').where('button_click_id', '=', pressId);
  return (await query.executeTakeFirstOrThrow()).id;
}

export type PolicyOf = (people: Subscriber['people']) => EscalationPolicy;
