import { timeText } from '@callpoint/alerts/templates/time-text';
import { escapeHtml } from '@callpoint/alerts/templates/rendering';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { INCIDENT_LIMITS } from '@callpoint/contract/incident-states';
import type { RespondData } from './respond-data.ts';
import { RESPOND_STYLES } from './respond-styles.ts';

/** The page behind a personal link: HTML without scripts, under 30 kB. */

type Notice = { kind: 'error' | 'done'; text: string } | null;

/** @param now for ages; the page does not update itself */
export function respondPage(data: RespondData, notice: Notice, now: Date): string {
  const { label, isDrill, press } = data;
  const title = `${isDrill ? 'DRILL: ' : ''}${label}`;
  return document(
    title,
    [
      isDrill ? '<p class="drill">DRILL. This is practice. No one is in danger.</p>' : '',
      notice
        ? `<p class="${notice.kind}" role="status">${notice.kind === 'error' ? '⚠ ' : ''}${escapeHtml(notice.text)}</p>`
        : '',
      `<h1>${escapeHtml(title)}</h1>`,
      status(data),
      person(data, now),
      place(press),
      actions(data),
      data.procedure === '' ? '' : `<h2>What to do</h2><p class="pre">${escapeHtml(data.procedure)}</p>`,
      others(data),
      '<p class="small">This page does not update itself. <a href="">Reload</a></p>',
    ].join('\n'),
  );
}

/** A link that is unknown, or whose incident was closed too long ago. */
export function expiredPage(): string {
  return document(
    'This link is no longer valid',
    `<h1>This link is no longer valid</h1>
<p>The incident was closed, or the link is incomplete. Open the newest message about it, or call the person.</p>`,
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

function status({
  state,
  owner,
  isOwner,
  etaAt,
  arrivedAt,
  onTheWayAt,
  safeAt,
  closedAt,
  outcome,
  zone,
}: RespondData): string {
  const safe =
    safeAt === null
      ? ''
      : `<p class="safe">The person said at ${at(safeAt, zone)} that they are safe. Check that it is true, then close the incident.</p>`;
  if (closedAt !== null) {
    return `<p class="state closed">Closed at ${at(closedAt, zone)}: ${escapeHtml(OUTCOMES[outcome ?? ''] ?? '')}</p>`;
  }
  if (owner === null) return `<p class="state open">No one has this yet</p>${safe}`;
  const who = isOwner ? 'You have this' : `${escapeHtml(owner.name)} has this`;
  const progress =
    state === 'arrived' && arrivedAt
      ? `, arrived at ${at(arrivedAt, zone)}`
      : state === 'on_the_way' && onTheWayAt
        ? ', on the way'
        : '';
  const eta = etaAt === null || state === 'arrived' ? '' : `, expected at ${at(etaAt, zone)}`;
  return `<p class="state taken">${who}${progress}${eta}</p>${safe}`;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  helped: 'the person was helped',
  false_alarm: 'false alarm',
  drill: 'drill',
  other: 'other',
};

function at(time: string, zone: string): string {
  return escapeHtml(timeText(time, zone));
}

function person({ press: { user, at: pressedAt }, zone }: RespondData, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(pressedAt)) / 60_000));
  const age = minutes === 0 ? 'just now' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const call =
    user.phone === ''
      ? ''
      : `<p><a class="call" href="tel:${escapeHtml(user.phone.replaceAll(/[^\d+]/g, ''))}">Call ${escapeHtml(user.phone)}</a></p>`;
  return `<p class="who">${escapeHtml(user.name)}</p>
<p>Pressed at ${at(pressedAt, zone)}, ${age}</p>
${call}`;
}

function place({ place: coordinates, mapUrl, location }: RespondData['press']): string {
  if (coordinates === null) return '<p><strong>Location:</strong> the phone sent none.</p>';
  const accuracy = location?.accuracy ? `, accurate to ${Math.round(location.accuracy)} m` : '';
  const link = mapUrl === null ? '' : ` <a href="${escapeHtml(mapUrl)}" rel="noreferrer">Open the map</a>`;
  return `<p><strong>Location:</strong> ${escapeHtml(coordinates)}${accuracy}.${link}</p>`;
}

function actions(data: RespondData): string {
  const { state, answer, owner, isOwner, closedAt } = data;
  if (closedAt !== null) return '';
  const parts: string[] = [];
  if (!isOwner) {
    parts.push(`<form method="post"><input type="hidden" name="action" value="have">
<label for="eta">Minutes until I am there (optional)</label>
<input id="eta" name="eta" type="number" inputmode="numeric" min="0" max="${INCIDENT_LIMITS.eta}" autocomplete="off">
<button class="primary">${owner === null ? 'I have it' : 'I can help too'}</button></form>`);
  }
  if (isOwner && state !== 'arrived') {
    parts.push(
      state === 'on_the_way'
        ? button('arrived', 'I have arrived', 'primary')
        : button('on_the_way', 'I am on the way', 'primary') + button('arrived', 'I have arrived', ''),
    );
  }
  if (answer !== 'cannot' || isOwner)
    parts.push(button('cannot', isOwner ? 'I can’t after all' : 'I can’t', ''));
  if (answer === 'have') parts.push(closeForm(data));
  return `<div class="actions">${parts.join('\n')}</div>`;
}

function button(action: string, label: string, kind: string): string {
  return `<form method="post"><input type="hidden" name="action" value="${action}"><button class="${kind}">${label}</button></form>`;
}

/** A drill was a drill; a real press was none. */
function closeForm({ isDrill }: RespondData): string {
  const possible = Object.entries(OUTCOMES)
    .filter(([value]) => (value === 'drill') === isDrill)
    .map(([value, label]) => `<option value="${value}">${label}</option>`);
  const options = (isDrill ? possible : ['<option value="">Choose</option>', ...possible]).join('');
  return `<details><summary>It is over</summary>
<form method="post"><input type="hidden" name="action" value="close">
<label for="outcome">What happened</label>
<select id="outcome" name="outcome" required>${options}</select>
<label for="note">Note</label>
<textarea id="note" name="note" rows="3" maxlength="${INCIDENT_LIMITS.note}"></textarea>
<button>Close the incident</button></form></details>`;
}

function others({ others: list }: RespondData): string {
  if (list.length === 0) return '';
  const rows = list.map(({ who, how, answer }) => {
    const said = answer === 'have' ? 'has it' : answer === 'cannot' ? 'can’t' : 'no answer yet';
    const channel = CHANNEL[how as Channel]?.label ?? how;
    return `<li>${escapeHtml(who)}, ${escapeHtml(channel)}: ${said}</li>`;
  });
  return `<h2>Also notified</h2><ul>${rows.join('')}</ul>`;
}
