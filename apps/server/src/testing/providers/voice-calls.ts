import type { ReceivedCall, TestTwilio } from './twilio.ts';

/** The people and machines that the simulated provider calls: each makes the provider call our webhooks as Twilio does. */

/** A person who presses these keys one after the other, or a call that no person hears. */
export type CallBehavior =
  | { answeredBy: 'human' | 'unknown' | 'machine_start' | 'fax'; keys?: readonly string[] }
  | { status: 'no-answer' | 'busy' | 'failed' | 'canceled' };

export type CallOptions = {
  /** How often the provider makes each call of a webhook. */
  times?: number;
  /** The person or the network responds only then. */
  late?: Promise<void>;
};

export type CallResult = {
  /** What was spoken, in order. */
  spoken: string[];
  /** The HTTP statuses of the webhooks. */
  statuses: number[];
};

/** Runs one call to its end. */
export async function runCall(
  provider: Pick<TestTwilio, 'call'>,
  call: ReceivedCall,
  behavior: CallBehavior,
  { times = 1, late }: CallOptions = {},
): Promise<CallResult> {
  await late;
  const result: CallResult = { spoken: [], statuses: [] };
  const common = { CallSid: call.sid, To: call.to, From: call.from };
  async function post(url: string | undefined, fields: Record<string, string>): Promise<string> {
    let body = '';
    for (let count = 0; count < times; count += 1) {
      const response = await provider.call(url ?? '', { ...common, ...fields });
      result.statuses.push(response.status);
      body = response.body;
    }
    return body;
  }
  const { AsyncAmdStatusCallback: detected, StatusCallback: finished } = call.fields;
  if ('status' in behavior) {
    await post(finished, { CallStatus: behavior.status });
    return result;
  }
  await post(detected, { AnsweredBy: behavior.answeredBy, MachineDetectionDuration: '1200' });
  let script = call.twiml;
  result.spoken.push(...spokenIn(script));
  for (const key of behavior.keys ?? []) {
    const action = actionOf(script);
    if (action === null) break;
    script = await post(action, { CallStatus: 'in-progress', Digits: key });
    result.spoken.push(...spokenIn(script));
  }
  await post(finished, { CallStatus: 'completed', CallDuration: '20' });
  return result;
}

/** From now on, everyone who is called behaves as `behaviorOf` returns; `idle` resolves when all calls are over. */
export function answerCalls(
  provider: TestTwilio,
  behaviorOf: (call: ReceivedCall) => CallBehavior & CallOptions,
): { idle: () => Promise<CallResult[]> } {
  const running: Promise<CallResult>[] = [];
  provider.onCall((call) => {
    const { times, late, ...behavior } = behaviorOf(call);
    const options = { ...(times === undefined ? {} : { times }), ...(late ? { late } : {}) };
    running.push(runCall(provider, call, behavior, options));
  });
  return { idle: () => Promise.all(running) };
}

/** The texts of a script, as often as they are spoken. */
export function spokenIn(script: string): string[] {
  return [...script.matchAll(/<Say(?: loop="(\d+)")?>([^<]*)<\/Say>/g)].flatMap(([, loop = '1', text = '']) =>
    Array.from({ length: Number(loop) }, () => unescape(text)),
  );
}

/** Where a script sends the key that a person presses; null if it does not wait for one. */
export function actionOf(script: string): string | null {
  const action = /<Gather [^>]*action="([^"]*)"/.exec(script)?.[1];
  return action === undefined ? null : unescape(action);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescape(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
}
