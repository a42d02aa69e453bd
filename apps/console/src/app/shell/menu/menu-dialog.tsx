import type { ConsoleRole } from '@callpoint/contract/permissions';
import { CloseButton } from '../../../overlay/close-button.tsx';
import { Dialog } from '../../../overlay/dialog.tsx';
import { shellTexts } from '../../../texts/shell.ts';
import { Logo } from '../logo.tsx';
import { Sidebar } from './sidebar.tsx';

/** The side menu of a small screen, over the page. */
export function MenuDialog({ role, onClose }: { role: ConsoleRole; onClose: () => void }) {
  return (
    <Dialog
      title={<Logo />}
      position="left"
      onClose={onClose}
      corner={<CloseButton label={shellTexts.closeMenu} onClose={onClose} />}
    >
      <Sidebar role={role} onChosen={onClose} />
    </Dialog>
  );
}
