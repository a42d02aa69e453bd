import type { SubmissionKind } from '@callpoint/contract/catalog';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { Location } from '@callpoint/contract/fields';
import type { OwnSubmission, Recipients } from '@callpoint/contract/own-submissions';
import { countMessages } from '../../db/lists/message-counts.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { findOwnDeletedPress } from '../../incidents/deleted-press.ts';
import { readOwnIncidents } from './own-incidents.ts';

/** What an app user may know about its own submissions. */

/** Submissions on a page. */
const PAGE = 20;
const MAX_ID = 2_147_483_647;

type Position = { created_at: string; kind: SubmissionKind; id: number };
type Stored = Omit<OwnSubmission, 'recipients' | 'location' | 'incident'> & { location: string | null };

/** The app user's submission with a `client_id`, also a deleted press whose incident remains; null if there is none. */
export async function readOwnSubmission(
  tenant: TenantDb,
  userId: number,
  clientId: string,
): Promise<OwnSubmission | null> {
  const press = await presses(tenant, userId).where('client_id', '=', clientId).executeTakeFirst();
  const form = press
    ? null
    : await forms(tenant, userId).where('client_id', '=', clientId).executeTakeFirst();
  const found = press ? fromPress(press) : form && fromForm(form);
  if (!found) return await readDeletedPress(tenant, userId, clientId);
  const [submission = null] = await withRecipients(tenant, [found]);
  return submission;
}

/** Its place is stored until the incident is closed. */
async function readDeletedPress(
  tenant: TenantDb,
  userId: number,
  clientId: string,
): Promise<OwnSubmission | null> {
  const found = await findOwnDeletedPress(tenant, userId, clientId);
  if (!found) return null;
  const { id, client_id, created_at, pressed_at, screen_text, opened_at, button_id } = found.press;
  const messages = await tenant
    .selectFrom('delivery')
    .select(MESSAGE)
    .where('incident_id', '=', found.incident.id)
    .execute();
  const place = found.incident.closed_at === null ? found.press.location : null;
  return {
    ...fromPress({
      id,
      client_id,
      created_at,
      pressed_at,
      location: null,
      alert: screen_text,
      opened_at,
      item_id: button_id,
    }),
    location: place === null ? null : (JSON.parse(place) as Location),
    incident: (await readOwnIncidents(tenant, [id])).get(id) ?? null,
    recipients: groupMessages(messages),
  };
}

/** A page of the app user's submissions, newest first, and the position of the next one. */
export async function listOwnSubmissions(
  tenant: TenantDb,
  userId: number,
  older: string | undefined,
): Promise<{ items: OwnSubmission[]; older: string | null }> {
  const start = older === undefined ? null : parsePosition(older);
  const pressPage = await firstOf(presses(tenant, userId), 'button', start).execute();
  const formPage = await firstOf(forms(tenant, userId), 'form', start).execute();
  const rows = [...pressPage.map(fromPress), ...formPage.map(fromForm)].toSorted(newestFirst);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const hasMore = last !== undefined && rows.length > PAGE;
  return {
    items: await withRecipients(tenant, page),
    older: hasMore ? `${last.created_at}_${last.kind}_${last.id}` : null,
  };
}

const COMMON = [
  'id',
  'client_id',
  'created_at',
  'pressed_at',
  'location',
  'screen_text as alert',
  'opened_at',
] as const;

function presses(tenant: TenantDb, userId: number) {
  return tenant
    .selectFrom('button_click')
    .select([...COMMON, 'button_id as item_id'])
    .where('app_user_id', '=', userId);
}

function forms(tenant: TenantDb, userId: number) {
  return tenant
    .selectFrom('form_submission')
    .select([...COMMON, 'f_id as item_id', 'company', 'message'])
    .where('app_user_id', '=', userId);
}

type PressRow = NonNullable<Awaited<ReturnType<ReturnType<typeof presses>['executeTakeFirst']>>>;
type FormRow = NonNullable<Awaited<ReturnType<ReturnType<typeof forms>['executeTakeFirst']>>>;

function fromPress(row: PressRow): Stored {
  return { ...row, kind: 'button', company: '', message: '' };
}

function fromForm(row: FormRow): Stored {
  return { ...row, kind: 'form' };
}

/** The first rows of one kind after a position of the common list; at the same time, forms come first. */
function firstOf<Query extends ReturnType<typeof presses> | ReturnType<typeof forms>>(
  query: Query,
  kind: SubmissionKind,
  start: Position | null,
): Query {
  const ordered = (query as ReturnType<typeof presses>)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  if (!start) return ordered as Query;
  const { created_at, id } = start;
  const below = kind === start.kind ? id : kind === 'button' ? MAX_ID : 0;
  return ordered.where((is) =>
    is.or([
      is('created_at', '<', created_at),
      is.and([is('created_at', '=', created_at), is('id', '<', below)]),
    ]),
  ) as Query;
}

function newestFirst(a: Stored, b: Stored): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  if (a.kind !== b.kind) return a.kind === 'form' ? -1 : 1;
  return b.id - a.id;
}

function parsePosition(text: string): Position {
  const [created_at = '', kind, id] = text.split('_');
  return { created_at, kind: kind === 'form' ? 'form' : 'button', id: Number(id) };
}

const MESSAGE = ['role', 'channel', 'state', 'delivered_at', 'purpose'] as const;

async function withRecipients(tenant: TenantDb, rows: readonly Stored[]): Promise<OwnSubmission[]> {
  const idsOf = (kind: SubmissionKind) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const [pressIds, formIds] = [idsOf('button'), idsOf('form')];
  const ofPresses =
    pressIds.length === 0
      ? []
      : await tenant
          .selectFrom('delivery')
          .select([...MESSAGE, 'button_click_id as id'])
          .where('button_click_id', 'in', pressIds)
          .execute();
  const ofForms =
    formIds.length === 0
      ? []
      : await tenant
          .selectFrom('delivery')
          .select([...MESSAGE, 'form_submission_id as id'])
          .where('form_submission_id', 'in', formIds)
          .execute();
  const messagesOf = {
    button: Map.groupBy(ofPresses, ({ id }) => id),
    form: Map.groupBy(ofForms, ({ id }) => id),
  };
  const incidents = await readOwnIncidents(tenant, pressIds);
  return rows.map((row) => ({
    ...row,
    incident: row.kind === 'button' ? (incidents.get(row.id) ?? null) : null,
    location: row.location === null ? null : (JSON.parse(row.location) as Location),
    recipients: groupMessages(messagesOf[row.kind].get(row.id) ?? []),
  }));
}

type Message = {
  role: string;
  channel: string;
  state: string;
  delivered_at: string | null;
  purpose: string | null;
};

/** In the order of the roles; without messages that are not about the submission, and without skipped ones. */
function groupMessages(messages: readonly Message[]): Recipients[] {
  const counted = messages.filter(({ state, purpose }) => purpose === null && state !== 'skipped');
  return (['team', 'consultancy', 'user'] as const).flatMap((role) =>
    [
      ...Map.groupBy(
        counted.filter((message) => message.role === role),
        ({ channel }) => channel,
      ),
    ].map(([channel, group]) => ({ role, channel: channel as Channel, messages: countMessages(group) })),
  );
}
