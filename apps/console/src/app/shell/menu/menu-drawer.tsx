import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useState } from 'react';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { shellTexts } from '../../../texts/shell.ts';

const MenuDialog = lazyPart(async () => (await import('./menu-dialog.tsx')).MenuDialog, { before: 'input' });

/** The side menu of a small screen, behind a button. */
export function MenuDrawer({ role, className }: { role: ConsoleRole; className: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--cp-ink)"
        size={44}
        className={className}
        aria-label={shellTexts.openMenu}
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <IconMenu2 aria-hidden size={22} />
      </ActionIcon>
      {opened && <MenuDialog role={role} onClose={() => setOpened(false)} />}
    </>
  );
}
