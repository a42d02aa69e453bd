import { IconSearch } from '@tabler/icons-react';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useCallback, useLayoutEffect, useState } from 'react';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { shellTexts } from '../../../texts/shell.ts';
import { addEarlyKey, collectEarlyText, giveUpEarlyText } from './early-text.ts';
import classes from './page-search.module.css';

/** It is large, and not a part of any screen: its code loads when someone first uses the page. */
const PaletteDialog = lazyPart(async () => (await import('../../palette/palette-dialog.tsx')).PaletteDialog, {
  before: 'input',
});

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);
const KEYS = IS_MAC ? shellTexts.commandK : shellTexts.ctrlK;

/** Opens the search: a button, and Ctrl+K (on a Mac ⌘K) from anywhere. */
export function PageSearch({ role }: { role: ConsoleRole }) {
  const [opened, setOpened] = useState(false);

  const open = useCallback(() => {
    collectEarlyText();
    setOpened(true);
  }, []);

  const close = () => {
    giveUpEarlyText();
    setOpened(false);
  };

  // With the button: the keys work as soon as it is on the screen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (addEarlyKey(event)) {
        event.preventDefault();
        return;
      }
      const held = IS_MAC ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (!held || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // An open dialog comes first.
      if (!document.querySelector('dialog[open]')) open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <>
      <button
        type="button"
        className={classes['button']}
        aria-haspopup="dialog"
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        title={shellTexts.goToBy(KEYS)}
        onClick={open}
      >
        <IconSearch aria-hidden size={16} />
        <span className={classes['prompt']}>{shellTexts.search}</span>
        <kbd className={classes['keys']}>{KEYS}</kbd>
      </button>
      {opened && <PaletteDialog role={role} onClose={close} />}
    </>
  );
}
