import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../states/lazy-part.tsx';
import { shellTexts } from '../../texts/shell.ts';
import classes from './page-search.module.css';

/** Its code loads after the page's own, and is ready before someone opens it. */
const PageSearchDialog = lazyPart(async () => (await import('./page-search-dialog.tsx')).PageSearchDialog, {
  soon: true,
});

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);

/** Opens a page by its name: a button, and Ctrl+K (on a Mac ⌘K) from anywhere. */
export function PageSearch({ role }: { role: ConsoleRole }) {
  const [opened, setOpened] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const held = IS_MAC ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (!held || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // An open dialog comes first.
      if (!document.querySelector('dialog[open]')) setOpened(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--cp-ink)"
        size={44}
        className={classes['button'] ?? ''}
        aria-label={shellTexts.goTo}
        aria-haspopup="dialog"
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        title={shellTexts.goToBy(IS_MAC ? '⌘K' : shellTexts.ctrlK)}
        onClick={() => setOpened(true)}
      >
        <IconSearch aria-hidden size={20} stroke={1.75} />
      </ActionIcon>
      {opened && <PageSearchDialog role={role} onClose={() => setOpened(false)} />}
    </>
  );
}
