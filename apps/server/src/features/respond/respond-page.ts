import { timeText } from '@callpoint/alerts/templates/time-text';
import { escapeHtml } from '@callpoint/alerts/templates/rendering';
import { shorten } from '@callpoint/alerts/templates/clean-text';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { INCIDENT_LIMITS, possibleOutcomes } from '@callpoint/contract/incident-states';
import type { RespondData } from './respond-data.ts';
import type { Recipient } from './respond-recipients.ts';
import { RESPOND_STYLES } from './respond-styles.ts';

/** The page behind a personal link: HTML without scripts, under 30 kB whatever people wrote. */

/** The most bytes of a page. */
const MAX_PAGE = 29_900;
/** Bytes for the list of other recipients if it only counts them. */
const SUMMARY_OF_OTHERS = 300;
/** The most people that a page lists, and characters of their names. */
const LISTED = { people: 40, name: 60 };

/** `typed`: the fields of a rejected form, so that a person need not type its note again. */
type Notice = { kind: 'error' | 'done'; text: string; typed?: Typed } | null;
type Typed = { outcome: string; note: string };

/** @param now when the data was read: without scripts the page does not update itself, and says so */
export function respondPage(data: RespondData, notice: Notice, now: Date): string {
  const { label, isDrill } = data;
  const title = `${isDrill ? 'DRILL: ' : ''}${label}`;
  const withParts = (procedure: string, list: string) =>
    document(
      title,
      [
        isDrill
          ? '<p class="drill">⚑ DRILL. This is practice: do not call 911. No one is in danger.</p>'
          : '',
        notice
          ? `<p class="${notice.kind}" role="status">${notice.kind === 'error' ? '⚠ ' : ''}${escapeHtml(notice.text)}</p>`
          : '',
        `<h1>${escapeHtml(title)}</h1>`,
        declined(data),
        status(data, now),
        `<p class="read">As of ${at(now.toISOString(), data.zone)}. <a href="">Update</a></p>`,
        person(data, now),
        place(data),
        actions(data, notice?.typed),
        procedure === ''
          ? ''
          : `<h2>${isDrill ? 'What to do in a real emergency' : 'What to do'}</h2><p class="pre">${escapeText(procedure)}</p>`,
        list,
      ].join('\n'),
    );
  const room = (procedure: string) => MAX_PAGE - Buffer.byteLength(withParts(procedure, ''));
  // A note that was not saved is complete: then a long procedure has less room.
  const todo = data.closedAt === null ? data.procedure : '';
  const procedure = shortenToFit(todo, room('.') - SUMMARY_OF_OTHERS);
  return withParts(procedure, others(data.others, room(procedure)));
}

/** The start of a text that takes at most `most` bytes of the page. */
function shortenToFit(text: string, most: number): string {
  let start = text;
  while (Buffer.byteLength(escapeText(start)) > most) {
    // One character is the ellipsis alone.
    if (start.length <= 1) return '';
    start = shorten(start, Math.floor(start.length * 0.9), '…');
  }
  return start;
}

/** Text between tags: long texts are not escaped more than necessary. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A link that is unknown, or whose incident was closed too long ago. */
export function expiredPage(): string {
  return document(
    'This link is no longer valid',
    `<h1>This link is no longer valid</h1>
<p>The incident was closed, or the link is incomplete. Open the newest message about it, or call the person.</p>`,
  );
}

/** A request that was rejected before it reached an incident. */
export function problemPage(problem: string): string {
  return document(
    'This did not work',
    `<h1>This did not work</h1>
<p class="error" role="status">⚠ ${escapeHtml(problem)}</p>
<p>Go back and try again. If it does not work again, call the person.</p>`,
  );
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Callpoint</title>
<style>${RESPOND_STYLES}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** Confirms "I can’t", which changes nothing else on the page. */
function declined({ answer, owner, isOwner, closedAt, continues, others: people }: RespondData): string {
  if (answer !== 'cannot' || isOwner || closedAt !== null) return '';
  const isAsked = continues || people.some((one) => one.answer === null && one.reach !== 'none');
  const next = owner !== null ? '' : isAsked ? ' Others are being asked.' : ' No one else is being asked.';
  return `<p class="done" role="status">You answered: I can’t.${next}</p>`;
}

function status(
  {
    state,
    owner,
    isOwner,
    etaAt,
    arrivedAt,
    onTheWayAt,
    safeAt,
    safeReason,
    closedAt,
    outcome,
    zone,
    isDrill,
  }: RespondData,
  now: Date,
): string {
  const reason = safeReason === '' ? '' : ` Reason: ${escapeText(safeReason)}`;
  const safe =
    safeAt === null
      ? ''
      : `<p class="safe">The person said at ${at(safeAt, zone)} that they are safe. Check that it is true, then close the incident.${reason}</p>`;
  if (closedAt !== null) {
    return `<p class="state closed">Closed at ${at(closedAt, zone)}: ${escapeHtml(OUTCOMES[outcome ?? ''] ?? '')}</p>`;
  }
  if (owner === null)
    return `<p class="state ${isDrill ? 'practice' : 'open'}">No one has this yet</p>${safe}`;
  const who = isOwner ? 'You have this' : `${escapeHtml(owner.name)} has this`;
  const progress =
    state === 'arrived' && arrivedAt
      ? `, arrived at ${at(arrivedAt, zone)}`
      : state === 'on_the_way' && onTheWayAt
        ? ', on the way'
        : '';
  const isPast = etaAt !== null && Date.parse(etaAt) < now.getTime();
  const expected = !isPast ? 'expected' : isOwner ? 'and were expected' : 'and was expected';
  const eta = etaAt === null || state === 'arrived' ? '' : `, ${expected} at ${at(etaAt, zone)}`;
  return `<p class="state ${isDrill ? 'practice' : 'taken'}">${who}${progress}${eta}</p>${safe}`;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  helped: 'the person was helped',
  false_alarm: 'false alarm',
  drill: 'drill',
  other: 'other',
};

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function at(time: string, zone: string): string {
  return escapeHtml(timeText(time, zone));
}

function person({ press: { user, at: pressedAt, isCheckIn }, zone }: RespondData, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(pressedAt)) / 60_000));
  const age = minutes === 0 ? 'just now' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const call =
    user.phone === ''
      ? ''
      : `<p><a class="call" href="tel:${escapeHtml(user.phone.replaceAll(/[^\d+]/g, ''))}">Call ${escapeHtml(user.phone)}</a></p>`;
  return `<p class="who">${escapeHtml(user.name)}</p>
<p>${isCheckIn ? 'No answer to a check-in. Raised' : 'Pressed'} at ${at(pressedAt, zone)}, ${age}</p>
${call}`;
}

function place({ press, closedAt }: RespondData): string {
  const { place: coordinates, mapUrl, location, isDeleted } = press;
  // Only an open incident keeps the location of a deleted press.
  if (coordinates === null && isDeleted && closedAt !== null)
    return '<p><strong>Location:</strong> the record was deleted.</p>';
  if (coordinates === null) return '<p><strong>Location:</strong> the phone sent none.</p>';
  const accuracy = location?.accuracy ? `, accurate to ${Math.round(location.accuracy)} m` : '';
  const link = mapUrl === null ? '' : ` <a href="${escapeHtml(mapUrl)}" rel="noreferrer">Open the map</a>`;
  return `<p><strong>Location:</strong> ${escapeHtml(coordinates)}${accuracy}.${link}</p>`;
}

function actions(data: RespondData, typed: Typed | undefined): string {
  const { state, answer, owner, isOwner, closedAt } = data;
  if (closedAt !== null) return typed ? unsavedNote(typed) : '';
  const parts: string[] = [];
  if (!isOwner) {
    const label =
      owner !== null ? 'I can help, too' : answer === 'cannot' ? 'I have it after all' : 'I have it';
    parts.push(haveForm(label, answer === 'cannot' ? '' : 'primary', ''));
  }
  if (isOwner && state !== 'arrived') {
    parts.push(
      state === 'on_the_way'
        ? button('arrived', 'I have arrived', 'primary')
        : button('on_the_way', 'I am on the way', 'primary') + button('arrived', 'I have arrived', ''),
      haveForm('Save arrival time', '', 'required'),
    );
  }
  if (answer !== 'cannot' || isOwner)
    parts.push(button('cannot', isOwner ? 'I can’t after all' : 'I can’t', ''));
  if (answer === 'have' || isOwner) parts.push(closeForm(data, typed));
  else if (typed) parts.push(unsavedNote(typed));
  return `<div class="actions">${parts.join('\n')}</div>`;
}

function haveForm(label: string, kind: string, needed: '' | 'required'): string {
  return `<form method="post"><input type="hidden" name="action" value="have">
<label for="eta">Minutes until I am there${needed === '' ? ' (optional)' : ''}</label>
<input id="eta" name="eta" type="number" inputmode="numeric" min="0" max="${INCIDENT_LIMITS.eta}" autocomplete="off" ${needed}>
<button class="${kind}">${label}</button></form>`;
}

function button(action: string, label: string, kind: string): string {
  return `<form method="post"><input type="hidden" name="action" value="${action}"><button class="${kind}">${label}</button></form>`;
}

function unsavedNote({ note }: Typed): string {
  return note === ''
    ? ''
    : `<label for="note">Your note, which was not saved</label><textarea id="note" rows="3" readonly>${noteText(note)}</textarea>`;
}

/** The line break at the start is not part of the text; without it, the one of a note would be lost. */
function noteText(note: string): string {
  return `\n${escapeText(note.slice(0, INCIDENT_LIMITS.note))}`;
}

function closeForm({ isDrill }: RespondData, typed: Typed | undefined): string {
  const possible = possibleOutcomes(isDrill).map(
    (value) =>
      `<option value="${value}"${value === typed?.outcome ? ' selected' : ''}>${capitalize(OUTCOMES[value] ?? '')}</option>`,
  );
  const options = (isDrill ? possible : ['<option value="">Choose</option>', ...possible]).join('');
  return `<details${typed ? ' open' : ''}><summary>It is over</summary>
<form method="post"><input type="hidden" name="action" value="close">
<label for="outcome">What happened</label>
<select id="outcome" name="outcome" required>${options}</select>
<label for="note">Note</label>
<textarea id="note" name="note" rows="3" maxlength="${INCIDENT_LIMITS.note}">${typed ? noteText(typed.note) : ''}</textarea>
<button>Close the incident</button></form></details>`;
}

/** What the list says of a person. */
function saidBy({ answer, reach, isOwner }: Recipient): string {
  return isOwner ? 'has it' : SAID[answer ?? reach];
}

/** As many people as fit into `most` bytes: those who answered come first. The others are counted. */
function others(people: readonly Recipient[], most: number): string {
  if (people.length === 0) return '';
  const items: string[] = [];
  const listOf = (count: number) =>
    `<h2>Other recipients</h2><ul>${items.slice(0, count).join('')}</ul>${rest(people.slice(count))}`;
  for (const one of people.slice(0, LISTED.people)) {
    const { who, how } = one;
    const channels = how.map((channel) => CHANNEL[channel as Channel]?.label ?? 'console').join(', ');
    const name = escapeText(shorten(who, LISTED.name, '…'));
    items.push(`<li>${name}, ${channels}: ${saidBy(one)}</li>`);
  }
  while (items.length > 0 && Buffer.byteLength(listOf(items.length)) > most) items.pop();
  return listOf(items.length);
}

const SAID = {
  have: 'can help',
  cannot: 'can’t',
  sent: 'no answer yet',
  waiting: 'message not sent yet',
  none: 'no message got through',
} as const;

function rest(people: readonly Recipient[]): string {
  if (people.length === 0) return '';
  const counts = Map.groupBy(people, saidBy);
  const shown = [...counts].map(([said, { length }]) => `${length} ${said}`);
  return `<p>And ${people.length} more: ${shown.join(', ')}.</p>`;
}
