/** The texts of a notification. The service worker has its own, in both languages: it loads no further file. */

type Notice = { title: string; body: string };

/** Someone opened a submission. `at`: ISO 8601. */
export function openedNotification(
  submission: 'button' | 'form',
  at: string,
  locale: string = navigator.language,
): Notice {
  const isSpanish = locale.toLowerCase().startsWith('es');
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(at));
  if (isSpanish) {
    const title = submission === 'button' ? 'Alguien vio su alerta' : 'Alguien vio su formulario';
    return { title, body: `${/^0?1\D/.test(time) ? 'A la' : 'A las'} ${time}` };
  }
  return {
    title: submission === 'button' ? 'Someone saw your alert' : 'Someone saw your form',
    body: `At ${time}`,
  };
}
