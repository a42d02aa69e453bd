/** What prevents a desktop notification; `undecided`: only that the person has not decided yet. */
export type NotificationState = 'ready' | 'undecided' | 'denied' | 'insecure' | 'unsupported';

export function notificationState(): NotificationState {
  if (!window.isSecureContext) return 'insecure';
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' ? 'ready' : 'undecided';
}

/** Prompts the person for permission if needed. */
export async function allowNotifications(): Promise<NotificationState> {
  if (notificationState() === 'undecided') await Notification.requestPermission();
  return notificationState();
}

/**
 * Shows a notification until it is closed or clicked. Returns false if the browser does not show it.
 * @param tag a notification replaces the previous one with the same tag, silently unless `again`
 */
export function notify(
  title: string,
  { body, tag, again = false }: { body: string; tag: string; again?: boolean },
  onClick: () => void,
): boolean {
  if (notificationState() !== 'ready') return false;
  try {
    const options = { body, tag, requireInteraction: true, renotify: again };
    const shown = new Notification(title, options);
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      onClick();
    });
    return true;
  } catch {
    // Some phones have the constructor, but it throws.
    return false;
  }
}
