import { IconTrash } from '@tabler/icons-react';
import { createElement, useEffect, useRef } from 'react';
import { confirm } from '../../overlay/confirm.ts';
import { isLoadingDocument } from '../../links/document.ts';
import { guardNavigation } from '../../links/navigation.ts';
import { session } from '../../session/session.ts';
import { formTexts } from '../../texts/form.ts';

/**
 * Confirms before unsaved changes are left, by a link or by closing the tab. At most one per page.
 * A session that ended is not delayed: its drafts are stored separately.
 * @returns `leave`, which runs a navigation without a confirmation
 */
export function useLeaveGuard(hasChanges: boolean): (go: () => void) => void {
  const free = useRef(false);

  useEffect(() => {
    if (!hasChanges) return;
    return guardNavigation((from, to) => {
      if (free.current || session.current() === null || from.pathname === to.pathname) return null;
      return confirm({
        title: formTexts.leave,
        children: formTexts.leaveDescription,
        verb: formTexts.leaveYes,
        dangerIcon: createElement(IconTrash, { 'aria-hidden': true, size: 18 }),
      });
    });
  }, [hasChanges]);

  useEffect(() => {
    if (!hasChanges) return;
    const confirmAction = (event: BeforeUnloadEvent) => {
      // The guard above has asked already.
      if (!isLoadingDocument()) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmAction);
    return () => window.removeEventListener('beforeunload', confirmAction);
  }, [hasChanges]);

  return (go) => {
    free.current = true;
    go();
    free.current = false;
  };
}
