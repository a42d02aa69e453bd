import { resolveRecipients, type ResolvedRecipient } from '@callpoint/alerts/escalation/resolve-recipients';
import { planRuns } from '@callpoint/alerts/escalation/runs';
import { skipText } from '@callpoint/alerts/plan/skip-reasons';
import type { SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import { EMERGENCY_BUTTON_ID, type ButtonId } from '@callpoint/contract/catalog';
import { CHANNEL } from '@callpoint/contract/channels/channels';
import { pushAddress } from '@callpoint/contract/channels/push/push-address';
import { readPolicy, readVoiceRules } from '@callpoint/contract/escalation';
import { VOICE_RULES } from '@callpoint/contract/escalation-terms';
import type { UpcomingStep } from '@callpoint/contract/incidents';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { readItemSettings } from '../../planning/item-settings.ts';
import { readDirectory } from '../directory.ts';
import type { IncidentRow } from '../incident-row.ts';
import { skipReasonOf } from './start-run.ts';

export type UpcomingStepNeeds = {
  incidents: IncidentsDb;
  channels: ConfiguredChannels;
  smsCountries: SmsCountries;
};

/** Sentences about one step: more would not be read. */
const MAX_REASONS = 2;

/**
 * The channels over which each later step of an open incident can reach someone, by the addresses and the configuration of
 * this moment; and why the others cannot. What the providers know, such as a number that replied STOP, is not considered.
 */
export async function findUpcomingSteps(
  { incidents, channels, smsCountries }: UpcomingStepNeeds,
  incident: IncidentRow,
  now: Date,
): Promise<UpcomingStep[]> {
  if (incident.state !== 'open' || incident.next_run_at === null) return [];
  const item = { kind: 'button', id: incident.button_id as ButtonId } as const;
  const policy = readPolicy(item.id, incident.policy);
  const runs = planRuns(policy).slice(incident.run + 1);
  if (runs.length === 0) return [];
  const settings = await readItemSettings(incidents, incident.team_id, item);
  const directory = await readDirectory(incidents, incident.team_id, item, settings, policy);
  const { user_name: name, user_email: email, user_phone: phone, app_user_id } = incident;
  /** Each round repeats the same steps. */
  const known = new Map<number | null, Omit<UpcomingStep, 'run'>>();
  return runs.map(({ run, step, to, by }) => {
    const recipients = () =>
      resolveRecipients({
        to,
        by,
        isEmergency: item.id === EMERGENCY_BUTTON_ID,
        isDrill: incident.is_drill === 1,
        directory,
        worker: { name, email, phone, push: pushAddress('app_user', app_user_id) },
        voice: {
          rules: readVoiceRules(settings.team.get(VOICE_RULES)),
          zone: settings.zone,
          at: now.toISOString(),
        },
        smsCountries,
        stopped: new Set(),
      });
    return { run, ...known.getOrInsertComputed(step, () => describe(recipients(), channels)) };
  });
}

function describe(
  recipients: readonly ResolvedRecipient[],
  configured: ConfiguredChannels,
): Omit<UpcomingStep, 'run'> {
  const isReached = ({ skipped, channel }: ResolvedRecipient) => skipped === null && configured[channel];
  const by = [...new Set(recipients.filter(isReached).map(({ channel }) => channel))];
  if (by.length > 0) return { by, problem: '', lacks_contacts: false };
  const reasons = recipients.map((recipient) => reasonText(recipient, configured));
  return {
    by,
    problem: [...new Set(reasons)].slice(0, MAX_REASONS).join(' '),
    lacks_contacts: recipients.some(
      ({ channel, role, skipped }) =>
        configured[channel] && role === 'contacts' && skipped?.code === 'no-address',
    ),
  };
}

/** An address does not help where the channel is not configured. Subscribers see neither names nor addresses of administrators. */
function reasonText(recipient: ResolvedRecipient, configured: ConfiguredChannels): string {
  const { channel, role, name, address } = recipient;
  const reason = skipReasonOf(recipient);
  if (!configured[channel] || reason === null) return CHANNEL[channel].notConfigured;
  const shown = role === 'administrators' ? { name: null, address: '' } : { name, address };
  return skipText({ channel, role, ...shown }, reason);
}
