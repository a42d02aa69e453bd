import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ConsoleRole } from '@callpoint/contract/permissions';
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
      corner={
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--cp-ink)"
          size={44}
          aria-label={shellTexts.closeMenu}
          onClick={onClose}
        >
          <IconX aria-hidden size={20} />
        </ActionIcon>
      }
    >
      <Sidebar role={role} onChosen={onClose} />
    </Dialog>
  );
}
