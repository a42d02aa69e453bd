import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '../../overlay/confirm.ts';
import { session } from '../../session/session.ts';
import { formTexts } from '../../texts/form.ts';

/**
 * Confirms before unsaved changes are left, by a link or by closing the tab. At most one per page.
 * A session that ended is not delayed: its drafts are stored separately.
 * @returns `leave`, which runs a navigation without a confirmation
 */
export function useLeaveGuard(hasChanges: boolean): (go: () => void) => void {
  const free = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      !free.current &&
      session.current() !== null &&
      currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: formTexts.leave,
      children: formTexts.leaveDescription,
      verb: formTexts.leaveYes,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  useEffect(() => {
    if (!hasChanges) return;
    const confirmAction = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmAction);
    return () => window.removeEventListener('beforeunload', confirmAction);
  }, [hasChanges]);

  return (go) => {
    free.current = true;
    go();
    free.current = false;
  };
}
