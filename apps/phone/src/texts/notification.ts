import type { IncidentPayload } from '@callpoint/contract/push';

/** The notifications. The service worker has its own, in both languages: it loads no further file. */

export type Notice = { title: string; body: string };

/** Someone opened a submission. `at`: ISO 8601. */
export function openedNotification(
  submission: 'button' | 'form',
  at: string,
  locale: string = navigator.language,
): Notice {
  const isSpanish = locale.toLowerCase().startsWith('es');
  const time = hourOf(at, locale);
  if (isSpanish) {
    const title = submission === 'button' ? 'Alguien vio su alerta' : 'Alguien vio su formulario';
    return { title, body: `${/^0?1\D/.test(time) ? 'A la' : 'A las'} ${time}` };
  }
  return {
    title: submission === 'button' ? 'Someone saw your alert' : 'Someone saw your form',
    body: `At ${time}`,
  };
}

/** Someone has the incident of the person, and when they arrive; `owner` is null if they can't after all. */
export function answeredNotification(
  { owner, eta_at, is_drill, continues }: Omit<IncidentPayload, 'kind' | 'client_id' | 'newest'>,
  locale: string = navigator.language,
): Notice {
  const isSpanish = locale.toLowerCase().startsWith('es');
  const drill = is_drill ? (isSpanish ? 'SIMULACRO: ' : 'DRILL: ') : '';
  if (owner === null) {
    return isSpanish
      ? { title: `${drill}Ahora nadie se encarga`, body: continues ? 'Seguimos avisando.' : '' }
      : { title: `${drill}No one has it now`, body: continues ? 'We keep notifying people.' : '' };
  }
  const time = eta_at === null ? null : hourOf(eta_at, locale);
  return isSpanish
    ? { title: `${drill}${owner} se encarga`, body: time === null ? '' : `Llegada aproximada: ${time}` }
    : { title: `${drill}${owner} has it`, body: time === null ? '' : `Arriving about ${time}` };
}

/** A check-in is due. `raiseAt`: until when the person must answer (ISO 8601). */
function checkInNotification(raiseAt: string, locale: string = navigator.language): Notice {
  const time = hourOf(raiseAt, locale);
  if (locale.toLowerCase().startsWith('es'))
    return { title: '¿Está bien?', body: `Responda antes de: ${time}` };
  return { title: 'Are you OK?', body: `Answer by ${time}` };
}

/** One notification at a time asks. */
export const CHECK_IN_TAG = 'check-in';

/** Shows that a check-in is due; for the page and the service worker. */
export async function showCheckIn(registration: ServiceWorkerRegistration, raiseAt: string): Promise<void> {
  const { title, body } = checkInNotification(raiseAt);
  const options = {
    body,
    tag: CHECK_IN_TAG,
    renotify: true,
    requireInteraction: true,
    vibrate: [300, 150, 300, 150, 300],
    icon: NOTIFICATION_ICON,
    badge: NOTIFICATION_ICON,
    data: '/check-ins',
  };
  await registration.showNotification(title, options);
}

export const NOTIFICATION_ICON = '/phone/icon-192.png';

function hourOf(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(at));
}
