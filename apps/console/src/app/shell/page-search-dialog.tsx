// A combobox whose field keeps the focus: HTML has no element for that.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events */
import { TextInput } from '@mantine/core';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from '../../links/link.ts';
import { alerts } from '../../states/alerts.ts';
import { Dialog } from '../../overlay/dialog.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { MENUS, type MenuEntry } from '../menus.ts';
import { findPages } from './find-pages.ts';
import classes from './page-search.module.css';

/** The menu's pages to choose from by typing: arrow keys move, Enter opens, Escape closes. */
export function PageSearchDialog({ role, onClose }: { role: ConsoleRole; onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const pages = findPages(MENUS[role], typed);
  const current = Math.min(wanted, pages.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function go({ to }: MenuEntry) {
    onClose();
    alerts.clear();
    void navigate(to);
  }

  function onKeyDown(event: KeyboardEvent) {
    const page = pages[current];
    if (event.key === 'ArrowDown') setWanted((current + 1) % Math.max(pages.length, 1));
    else if (event.key === 'ArrowUp') setWanted(current <= 0 ? pages.length - 1 : current - 1);
    else if (event.key === 'Enter' && page) go(page.entry);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title={shellTexts.goTo} onClose={onClose}>
      <TextInput
        aria-label={shellTexts.pageName}
        placeholder={shellTexts.pageName}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded={pages.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        {...(pages.length > 0 ? { 'aria-activedescendant': `${id}${current}` } : {})}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWanted(0);
        }}
        onKeyDown={onKeyDown}
      />
      <output className={classes['none']}>{pages.length === 0 && shellTexts.noPage(typed)}</output>
      <div
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-label={shellTexts.pages}
        className={classes['list']}
      >
        {pages.map(({ entry, heading }, index) => {
          const Icon = entry.icon;
          return (
            <div
              key={entry.to}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === current}
              className={classes['page']}
              onPointerMove={() => setWanted(index)}
              onClick={() => go(entry)}
            >
              <Icon aria-hidden size={18} stroke={1.75} />
              <span>{entry.label}</span>
              <span className={classes['heading']}>{heading}</span>
            </div>
          );
        })}
      </div>
    </Dialog>
  );
}
