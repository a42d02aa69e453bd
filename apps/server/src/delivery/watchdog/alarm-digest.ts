import type { DigestEntry } from '@callpoint/alerts/settings/alarm-texts';
import type { AlarmReason } from '@callpoint/contract/alarms';
import { EMERGENCY_BUTTON_ID, type SubmissionKind } from '@callpoint/contract/catalog';
import type { Responder } from '@callpoint/contract/incidents';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { sql, type Expression, type RawBuilder } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db, Tx } from '../../db/tables.ts';
import { submissionUrl } from './submission-url.ts';
import { ACCOUNT_CHANNEL } from '../channels/account-email.ts';
import type { ConfiguredChannels } from '../channels/channel.ts';
import { addAdministratorAlarm } from '../queue/administrator-alarm.ts';
import { incidentUrl, openIncidentsUrl } from '../queue/incident-url.ts';
import { NOTIFIES_SOMEONE } from '../queue/notified.ts';

/** Minimum time between two emails about one subscriber, in milliseconds, however many alarms it has. */
const INTERVAL_MS = 600_000;
/** The same, if one of the alarms is an incident that no one acknowledged: nobody else may know of it. */
const UNACKNOWLEDGED_INTERVAL_MS = 60_000;
/** Older alarms are not emailed, in milliseconds. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Maximum subscribers of one call. */
const BATCH_SIZE = 50;
/** Submissions that an email describes; the others are counted. */
const MAX_DESCRIBED = 10;

export type DigestDependencies = {
  db: Db;
  channels: ConfiguredChannels;
  /** The console's public address; null where it is not configured. */
  publicUrl: string | null;
};

type Times = { since: string; unacknowledgedSince: string; latest: string };

const findWaiting = prepared<Times, { team_id: number; unacknowledged: number }>(
  (_, param) => sql<{ team_id: number; unacknowledged: number }>`
    select waiting.team_id, waiting.unacknowledged from (
      select team_id, max(case when reason = 'unacknowledged' then 1 else 0 end) as unacknowledged from alarm
      where admins_mailed_at is null and closed_at is null and raised_at > ${param('latest')}
      group by team_id
    ) as waiting
    where not exists (
      select 1 from alarm where alarm.team_id = waiting.team_id and alarm.admins_mailed_at > ${param('since')}
        and (waiting.unacknowledged = 0 or alarm.admins_mailed_at > ${param('unacknowledgedSince')})
    ) order by waiting.team_id limit ${sql.lit(BATCH_SIZE)}`,
);

/**
 * Emails administrators about each subscriber with open alarms that no email has counted yet. After an email about a
 * subscriber the next one follows ten minutes later at the earliest, or one minute later if no one acknowledged an
 * incident, and counts the alarms raised since. Any number of processes may call it. Returns the number of subscribers
 * with an email.
 */
export async function emailAdministrators(needs: DigestDependencies, now: Date): Promise<number> {
  if (!needs.channels[ACCOUNT_CHANNEL]) return 0;
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const since = before(INTERVAL_MS);
  const unacknowledgedSince = before(UNACKNOWLEDGED_INTERVAL_MS);
  const latest = before(MAX_AGE_MS);
  let mailed = 0;
  for (const waiting of await findWaiting(needs.db, { since, unacknowledgedSince, latest })) {
    const times = { since: waiting.unacknowledged === 1 ? unacknowledgedSince : since, latest, now };
    const hasMailed = await needs.db
      .transaction()
      .execute((tx) => mailAbout(tx, needs, waiting.team_id, times));
    if (hasMailed) mailed += 1;
  }
  return mailed;
}

type Alarm = {
  kind: SubmissionKind;
  id: number;
  item_id: number;
  submitted_at: string;
  reason: AlarmReason;
  name: string;
  phone: string;
  /** The incident that no one acknowledged in time, and who has acknowledged it meanwhile. */
  incident_id: number | null;
  owner: string | null;
  acknowledged_at: string | null;
  /** 1 if a message of the incident was sent to someone. */
  has_notified: number;
  /** When the person reported being safe. */
  safe_at: string | null;
};

async function mailAbout(
  tx: Tx,
  { channels, publicUrl }: DigestDependencies,
  teamId: number,
  { since, latest, now }: { since: string; latest: string; now: Date },
): Promise<boolean> {
  const team = await lockTeam(tx, teamId);
  const recent = await tx
    .selectFrom('alarm')
    .select('id')
    .where('team_id', '=', teamId)
    .where('admins_mailed_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  if (!team || recent) return false;
  const { numUpdatedRows } = await tx
    .updateTable('alarm')
    .set({ admins_mailed_at: now.toISOString() })
    .where('team_id', '=', teamId)
    .where('admins_mailed_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('raised_at', '>', latest)
    .executeTakeFirstOrThrow();
  const count = Number(numUpdatedRows);
  const alarms = await describedAlarms(tx, teamId, now);
  // The row of the email refers to one submission: one that no one acknowledged, if there is one.
  const first = alarms.find(({ incident_id }) => incident_id !== null) ?? alarms[0];
  if (!first) return false;
  const entries = alarms.map((alarm) => entryOf(alarm, teamId, publicUrl));
  const about = { teamId, kind: first.kind, itemId: first.item_id, submissionId: first.id } as const;
  const subscriber = { id: teamId, name: team.account_name, phone: team.phone };
  const emails = await addAdministratorAlarm(
    tx,
    channels,
    {
      ...about,
      emergency: isEmergency(first),
      ...(first.incident_id !== null && {
        incident: { id: first.incident_id, run: null, responders: new Map() },
      }),
    },
    {
      subscriber,
      at: now.toISOString(),
      count,
      entries,
      incidentsLink: first.incident_id === null ? null : openIncidentsUrl(publicUrl, teamId),
    },
    now,
  );
  return emails > 0;
}

/** Locked, so that two processes never send two emails at the same time. */
async function lockTeam(tx: Tx, teamId: number) {
  const query = tx.selectFrom('team').select(['account_name', 'phone']).where('id', '=', teamId);
  return await query.modifyEnd(getDialect(tx).lock('no key update')).executeTakeFirst();
}

/** The alarms that this email describes: emergencies first, those that no one acknowledged before others, and the newest of each. */
async function describedAlarms(tx: Tx, teamId: number, now: Date): Promise<Alarm[]> {
  const { rows } = await sql<Alarm>`
    select case when a.button_click_id is null then 'form' else 'button' end as kind,
      coalesce(a.button_click_id, a.form_submission_id) as id, coalesce(a.button_id, a.f_id) as item_id,
      a.submitted_at, a.reason, coalesce(b.user_name, f.user_name) as name, coalesce(b.user_phone, f.user_phone) as phone,
      i.id as incident_id, i.owner, i.acknowledged_at, ${hasNotified(sql.ref('i.id'))} as has_notified,
      (select safe_at from incident where incident.button_click_id = a.button_click_id) as safe_at
    from alarm as a left join button_click as b on b.id = a.button_click_id
      left join incident as i on i.button_click_id = a.button_click_id and a.reason = 'unacknowledged'
      left join form_submission as f on f.id = a.form_submission_id
    where a.team_id = ${teamId} and a.admins_mailed_at = ${now.toISOString()}
    order by case when a.button_id = ${EMERGENCY_BUTTON_ID} then 0 else 1 end,
      case when a.reason = 'unacknowledged' then 0 else 1 end, a.id desc
    limit ${sql.lit(MAX_DESCRIBED)}`.execute(tx);
  return rows;
}

/** 1 if a message of the press or of a step was sent to someone, 0 otherwise. */
function hasNotified(incidentId: Expression<unknown>): RawBuilder<number> {
  return sql`case when exists (
    select 1 from delivery as d where d.incident_id = ${incidentId} and d.state = 'sent' and ${NOTIFIES_SOMEONE}
  ) then 1 else 0 end`;
}

function isEmergency({ kind, item_id }: Alarm): boolean {
  return kind === 'button' && item_id === EMERGENCY_BUTTON_ID;
}

function entryOf(alarm: Alarm, teamId: number, publicUrl: string | null): DigestEntry {
  const { kind, id, item_id, submitted_at: at, reason, name, phone, owner, acknowledged_at } = alarm;
  const { incident_id } = alarm;
  const link = submissionUrl(publicUrl, { kind, itemId: item_id, id, teamId });
  return {
    item: { kind, id: item_id } as DigestEntry['item'],
    name,
    phone,
    at,
    zone: DEFAULT_ZONE,
    reason,
    link,
    incidentLink: incident_id === null ? null : incidentUrl(publicUrl, incident_id),
    hasNotified: alarm.has_notified === 1,
    safeAt: alarm.safe_at,
    acknowledged:
      owner === null || acknowledged_at === null
        ? null
        : { by: (JSON.parse(owner) as Responder).name, at: acknowledged_at },
  };
}
