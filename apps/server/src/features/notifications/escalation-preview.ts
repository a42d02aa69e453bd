import { planIncidentForDryRun } from '@callpoint/alerts/escalation/incident-plan';
import { normalizePolicy, normalizeVoiceRules } from '@callpoint/alerts/escalation/normalize-policy';
import {
  planTimeline,
  type TimelineInput,
  type TimelineMessage as PlannedStepMessage,
} from '@callpoint/alerts/escalation/plan-timeline';
import { skipText } from '@callpoint/alerts/plan/skip-reasons';
import { homeCountry } from '@callpoint/alerts/sms/phone-numbers';
import { fillMapUrl, formatDegrees } from '@callpoint/alerts/templates/maps';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { pushAddress } from '@callpoint/contract/channels/push/push-address';
import {
  readPolicy,
  readVoiceRules,
  type EscalationPolicy,
  type VoiceRules,
} from '@callpoint/contract/escalation';
import { escalationKey, VOICE_RULES } from '@callpoint/contract/escalation-terms';
import type { EscalationTimeline, TimelineMessage } from '@callpoint/contract/escalation-preview';
import type { ButtonId } from '@callpoint/contract/catalog';
import { showPersonalLinks } from '@callpoint/contract/respond-link';
import type { Location } from '@callpoint/contract/fields';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { findSubscribed } from '../../delivery/channels/push/push-targets.ts';
import { findOptOuts } from '../../delivery/suppression/opt-outs.ts';
import { readDirectory } from '../../incidents/directory.ts';
import { readItemSettings } from '../../planning/item-settings.ts';
import { planWithOptOuts } from '../../planning/plan-with-opt-outs.ts';
import { yieldToPresses } from '../../scheduling/press-priority.ts';
import {
  simulateSubmission,
  type SimulatedUser,
  type SimulationDependencies,
} from './simulated-submission.ts';

export type TimelineDependencies = SimulationDependencies & { incidents: IncidentsDb; accounts: AccountsDb };

export type EscalationToPreview = {
  button_id: ButtonId;
  policy?: EscalationPolicy | undefined;
  voice_rules?: VoiceRules | undefined;
  location?: Location | null | undefined;
  is_drill?: boolean | undefined;
};

/** Of a subscriber that has no app user yet. */
const SAMPLE: SimulatedUser = { id: 0, name: 'Sample person', email: '', phone: '', status: 1 };

/** The app user who would press: the first one, or a sample, if none is named. Undefined for an unknown id. */
export async function findPresser(
  tenant: TenantDb,
  id: number | undefined,
): Promise<SimulatedUser | undefined> {
  if (id !== undefined) return await tenant.find('app_user', id);
  const first = await tenant
    .selectFrom('app_user')
    .select(['id', 'name', 'email', 'phone', 'status'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return first ?? SAMPLE;
}

/** The timeline of a press by `user` at this moment, with the policy and the rules of the call instead of the saved ones. */
export async function previewEscalation(
  needs: TimelineDependencies,
  teamId: number,
  user: SimulatedUser,
  body: EscalationToPreview,
): Promise<EscalationTimeline> {
  const input = await readInput(needs, teamId, user, body);
  // Planning takes milliseconds: waiting presses are handled first.
  await yieldToPresses();
  const planned = planTimeline(input).runs.flatMap(({ messages }) => messages);
  const addressesOf = (isOf: (channel: Channel) => boolean) => [
    ...new Set(planned.flatMap(({ channel, address }) => (isOf(channel) && address !== '' ? [address] : []))),
  ];
  const candidates = addressesOf((channel) => CHANNEL[channel].obeysStop);
  const stopped = await findOptOuts(needs.platform, needs.smsFrom, candidates);
  const accounts = addressesOf((channel) => CHANNEL[channel].addressKind === 'push');
  const { runs, unansweredAfter } = planTimeline({
    ...input,
    stopped: new Set(stopped.keys()),
    subscribed: await findSubscribed(needs.accounts, accounts, new Date()),
  });
  const texts = new SharedTexts();
  return {
    person: user.name,
    needs_answer: input.policy.needs_answer,
    zone: input.zone,
    runs: runs.map((run) => ({
      ...run,
      messages: run.messages.map((message) => toShown(message, input, texts)),
    })),
    texts: texts.all,
    repeats: input.policy.needs_answer ? input.policy.repeat.times : 0,
    unanswered_after: unansweredAfter,
  };
}

async function readInput(
  needs: TimelineDependencies,
  teamId: number,
  user: SimulatedUser,
  { button_id, policy: typed, voice_rules, location, is_drill: isDrill = false }: EscalationToPreview,
): Promise<TimelineInput> {
  const { platform, maps, channels, smsFrom, smsCountries } = needs;
  const simulation = await simulateSubmission(needs, teamId, user, {
    button_id,
    app_user_id: user.id,
    location: location ?? null,
    settings: {},
  });
  const item = { kind: 'button', id: button_id } as const;
  const settings = await readItemSettings(platform, teamId, item);
  const country = homeCountry(settings.account.phone, smsCountries);
  const own = new Map(settings.team);
  if (typed) own.set(escalationKey(button_id), normalizePolicy(JSON.stringify(typed), country));
  if (voice_rules) own.set(VOICE_RULES, normalizeVoiceRules(JSON.stringify(voice_rules), country));
  const planned = await planWithOptOuts(platform, smsFrom, simulation.now);
  const press = { item, settings: own, user, account: settings.account, isDrill };
  const policy = readPolicy(button_id, own.get(escalationKey(button_id)));
  return {
    buttonId: button_id,
    policy,
    first: planIncidentForDryRun(planned, press).messages,
    press: {
      user: { ...user, push: pushAddress('app_user', user.id) },
      at: new Date().toISOString(),
      place: location ? `${formatDegrees(location.lat)}, ${formatDegrees(location.lng)}` : null,
      mapUrl: location ? fillMapUrl(maps.mapsUrl, location) : null,
    },
    directory: await readDirectory(needs.incidents, teamId, item, settings, policy),
    rules: readVoiceRules(own.get(VOICE_RULES)),
    zone: settings.zone,
    isDrill,
    smsCountries,
    stopped: new Set(),
    subscribed: new Set(),
    isConfigured: (channel) => channels[channel],
  };
}

/** Messages to several recipients share a text: the response contains each once. */
class SharedTexts {
  readonly all: EscalationTimeline['texts'] = [];
  readonly #indexes = new Map<string, number>();

  add(subject: string | null, text: string): number {
    const key = JSON.stringify([subject, text]);
    const index = this.#indexes.get(key) ?? this.all.push({ subject, text }) - 1;
    this.#indexes.set(key, index);
    return index;
  }
}

/** A message for a subscriber: addresses of administrators are only for administrators. */
function toShown(
  { channel, role, name, address, subject, text, skipped }: PlannedStepMessage,
  { isConfigured }: Pick<TimelineInput, 'isConfigured'>,
  texts: SharedTexts,
): TimelineMessage {
  const isHidden = role === 'administrators';
  const shown = { channel, role: role as TimelineMessage['role'], address, name };
  const held = isConfigured(channel) ? null : CHANNEL[channel].notConfigured;
  return {
    ...shown,
    ...(isHidden ? { name: null, address: '' } : {}),
    text: texts.add(subject, showPersonalLinks(text)),
    state: skipped !== null ? 'skipped' : held === null ? 'pending' : 'held',
    reason:
      skipped === null ? held : skipText(isHidden ? { ...shown, name: null, address: '' } : shown, skipped),
  };
}
