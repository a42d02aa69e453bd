import type { Location } from '@callpoint/contract/fields';
import type { IncidentDetails, IncidentEvent, IncidentMessage } from '@callpoint/contract/incidents';
import { timestampText } from '../../../display/timestamp-text.ts';
import { deliveryTexts } from '../../../texts/deliveries.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { isMissedCheckIn } from '../describe-incident.ts';
import { recipientName } from './list-recipients.ts';

/** One line of the timeline. */
export type Entry = {
  key: string;
  at: string;
  /** Who did it; null for the phone and the server. */
  who: string | null;
  /** After the name, if there is one. */
  what: string;
  /** A text that a person wrote, or a reason. */
  detail: string;
  message: IncidentMessage | null;
  isNote: boolean;
};

/** Everything that happened, newest first: events, messages with their delivery status, and locations. */
export function listEntries(incident: IncidentDetails): Entry[] {
  const events = incident.events.map((event) => ofEvent(event));
  const hasMoved = incident.events.some(({ kind }) => kind === 'moved');
  const locations = [...incident.earlier_locations, incident.location];
  const moves = hasMoved ? [] : locations.slice(1).flatMap(ofLocation);
  return [...events, ...incident.messages.map(ofMessage), ...moves].toSorted(
    (a, b) => b.at.localeCompare(a.at) || b.key.localeCompare(a.key, undefined, { numeric: true }),
  );
}

function ofEvent({ seq, at, kind, actor, data }: IncidentEvent): Entry {
  const who = actor ? `${actor.name} (${texts.sources[actor.via]})` : null;
  return {
    key: `event ${seq}`,
    at,
    who,
    what: whatOf(kind, data),
    detail: detailOf(data),
    message: null,
    isNote: kind === 'note',
  };
}

function whatOf(kind: IncidentEvent['kind'], data: IncidentEvent['data']): string {
  const { events } = texts;
  if (kind === 'step') return events.step(Number(data['run']), Number(data['messages']));
  if (kind === 'progressed') return data['state'] === 'arrived' ? events.arrived : events.on_the_way;
  if (isMissedCheckIn({ kind, data })) return events.notAnswered;
  if (kind !== 'answered') return events[kind];
  const eta = data['eta_minutes'];
  if (data['answer'] === 'cannot') return events.cannot;
  if (data['is_offer'] === true) return typeof eta === 'number' ? events.offerIn(eta) : events.offer;
  return typeof eta === 'number' ? events.haveIn(eta) : events.have;
}

/** Notes, reasons and outcomes, as people wrote or chose them, and when a delayed report was received. */
function detailOf(data: IncidentEvent['data']): string {
  const { text, reason, note, outcome, location, received_at: receivedAt } = data;
  const early = reason === 'undelivered' || reason === 'declined' ? texts.early[reason] : null;
  const chosen = Object.entries(texts.outcomes).find(([known]) => known === outcome)?.[1];
  const received = typeof receivedAt === 'string' ? texts.receivedLate(timestampText(receivedAt)) : undefined;
  const written = [
    text,
    note,
    typeof reason === 'string' && reason !== 'due' ? (early ?? reason) : undefined,
  ];
  return [chosen, received, ...written, accuracyOf(location as Location | undefined)]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('. ');
}

function ofMessage(message: IncidentMessage): Entry {
  const { delivery_id, channel, delivered_at, sent_at, created_at, reason } = message;
  return {
    key: `message ${delivery_id}`,
    at: delivered_at ?? sent_at ?? created_at,
    who: null,
    what: texts.messageTo(deliveryTexts.channels[channel], recipientName(message)),
    detail: reason ?? '',
    message,
    isNote: false,
  };
}

/** How accurate a location is; '' if that is unknown. */
function accuracyOf(location: Location | null | undefined): string {
  const accuracy = location?.accuracy;
  return typeof accuracy === 'number' ? texts.within(Math.round(accuracy)) : '';
}

function ofLocation(location: Location | null, index: number): Entry[] {
  const { at } = location ?? {};
  if (!at) return [];
  return [
    {
      key: `location ${index}`,
      at: new Date(at).toISOString(),
      who: null,
      what: texts.events.moved,
      detail: accuracyOf(location),
      message: null,
      isNote: false,
    },
  ];
}
