import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { ActionIcon, Drawer } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useState } from 'react';
import { shellTexts } from '../../lib/texts/shell.ts';
import { Logo } from './logo.tsx';
import { Sidebar } from './sidebar.tsx';

/** The side menu of a small screen, behind a button. */
export function MenuDrawer({ role, className }: { role: ConsoleRole; className: string }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <ActionIcon
        className={className}
        variant="subtle"
        color="gray"
        c="var(--cp-ink)"
        aria-label={shellTexts.openMenu}
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <IconMenu2 aria-hidden size={22} stroke={1.75} />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={close}
        size={288}
        padding="sm"
        title={<Logo />}
        closeButtonProps={{ 'aria-label': shellTexts.closeMenu, size: 44, iconSize: 22 }}
      >
        <Sidebar role={role} onChosen={close} />
      </Drawer>
    </>
  );
}
