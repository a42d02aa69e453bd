/** What stands in the way of a desktop notification; `ask`: only that nobody has been asked yet. */
export type NotificationState = 'ready' | 'ask' | 'denied' | 'insecure' | 'unsupported';

export function notificationState(): NotificationState {
  if (!window.isSecureContext) return 'insecure';
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' ? 'ready' : 'ask';
}

/** Asks the reader, where that is still needed. */
export async function allowNotifications(): Promise<NotificationState> {
  if (notificationState() === 'ask') await Notification.requestPermission();
  return notificationState();
}

/**
 * Shows one, until it is closed or clicked. Returns false where the browser shows none.
 * @param tag one at a time is shown of each
 */
export function notify(title: string, body: string, tag: string, onClick: () => void): boolean {
  if (notificationState() !== 'ready') return false;
  try {
    const shown = new Notification(title, { body, tag, requireInteraction: true });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      onClick();
    });
    return true;
  } catch {
    // Some phones have the name and refuse to make one.
    return false;
  }
}
