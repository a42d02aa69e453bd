import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconX } from '@tabler/icons-react';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useState } from 'react';
import { Dialog } from '../../overlay/dialog.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { Logo } from './logo.tsx';
import { Sidebar } from './sidebar.tsx';

const BUTTON_PROPS = { variant: 'subtle', color: 'gray', c: 'var(--cp-ink)', size: 44 } as const;

/** The side menu of a small screen, behind a button. */
export function MenuDrawer({ role, className }: { role: ConsoleRole; className: string }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <ActionIcon
        {...BUTTON_PROPS}
        className={className}
        aria-label={shellTexts.openMenu}
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <IconMenu2 aria-hidden size={22} stroke={1.75} />
      </ActionIcon>
      {opened && (
        <Dialog
          title={<Logo />}
          position="left"
          onClose={close}
          corner={
            <ActionIcon {...BUTTON_PROPS} aria-label={shellTexts.closeMenu} onClick={close}>
              <IconX aria-hidden size={22} stroke={1.75} />
            </ActionIcon>
          }
        >
          <Sidebar role={role} onChosen={close} />
        </Dialog>
      )}
    </>
  );
}
