import { NOTIFICATION_ICON, type Notice } from './notification.ts';

/** Notifications of news about a submission, of which the newest is shown; for the service worker. */

export type News = {
  /** The phone's own id of the submission. */
  clientId: string;
  notice: Notice;
  /** Its place in the order of the news; undefined if the server did not say it. */
  order: Order | undefined;
};

/** The number and the time of the newest event that the news is about. */
type Order = { seq: number; at: string };

/** Before all events. */
export const FIRST: Order = { seq: 0, at: '' };

/** What a notification of news stores. `path`: the screen that it opens. Those of older versions store the path alone. */
type NewsData = { path: string; order: Order };

let last: Promise<void> = Promise.resolve();

/**
 * The newest news about a submission replaces the news before, not silently: it may be that no one has it now. Older news that
 * arrives later changes nothing: the person would read that someone comes, who no longer does.
 */
export async function showNews(registration: ServiceWorkerRegistration, news: News): Promise<void> {
  // After a time without a network, several arrive at the same time. They are shown one after the other.
  last = last.catch(() => {}).then(() => show(registration, news));
  await last;
}

async function show(
  registration: ServiceWorkerRegistration,
  { clientId, notice, order }: News,
): Promise<void> {
  const [shown] = await registration.getNotifications({ tag: clientId }).catch(() => []);
  const shownOrder = (shown?.data as Partial<NewsData> | null | undefined)?.order ?? FIRST;
  // Numbers start again after a failover that lost events, and the clocks of two servers may differ.
  const isOlder = order !== undefined && order.seq < shownOrder.seq && order.at < shownOrder.at;
  const newer = shown && isOlder ? shown : null;
  const data: NewsData = { path: `/sent/${clientId}`, order: newer ? shownOrder : (order ?? FIRST) };
  // Browsers end a subscription whose messages show nothing, so the newer one is shown again, silently.
  const { title, body } = newer ?? notice;
  const options = {
    body,
    tag: clientId,
    renotify: newer === null,
    icon: NOTIFICATION_ICON,
    badge: NOTIFICATION_ICON,
    data,
  };
  await registration.showNotification(title, options);
}

/** The screen or address that a notification of this app opens. */
export function pathOf(data: unknown): string {
  return typeof data === 'object' && data !== null ? (data as NewsData).path : String(data);
}
