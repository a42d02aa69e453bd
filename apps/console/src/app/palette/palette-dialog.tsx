// A combobox whose field keeps the focus: HTML has no element for that.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events */
import { TextInput } from '@mantine/core';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { navigate } from '../../links/navigation.ts';
import { Dialog } from '../../overlay/dialog.tsx';
import { alerts } from '../../states/alerts.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import { MENUS } from '../menus.ts';
import { endEarlyText } from '../shell/search/early-text.ts';
import { findPages } from '../shell/search/find-pages.ts';
import { groupResults, type Result } from './find-results.ts';
import { useSettingSearch } from './settings/use-setting-search.ts';
import classes from './palette.module.css';
import { useFind } from './use-find.ts';

/** Finds pages, settings, people, records, subscribers and messages: arrow keys move, Enter opens, Escape closes. */
export function PaletteDialog({ role, onClose }: { role: ConsoleRole; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { found, isSearching, isFailed } = useFind(role, typed);
  const settings = useSettingSearch(role);
  const groups = groupResults(role, findPages(MENUS[role], typed), settings, found, typed);
  const results = groups.flatMap((group) => group.results);
  const current = Math.min(wanted, results.length - 1);
  const idOf = (result: Result | undefined) => (result ? `${id}${results.indexOf(result)}` : undefined);

  // Only now is the field on the screen: React can render it some 300 ms before.
  useLayoutEffect(() => endEarlyText((text) => setTyped((own) => own + text)), []);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function go({ opens }: Result) {
    // Now, not with the next drawing: it returns the focus, which the opened page or dialog then moves.
    flushSync(onClose);
    alerts.clear();
    if ('show' in opens) opens.show();
    else void navigate(opens.to);
  }

  function onKeyDown(event: KeyboardEvent) {
    const result = results[current];
    if (event.key === 'ArrowDown') setWanted((current + 1) % Math.max(results.length, 1));
    else if (event.key === 'ArrowUp') setWanted(current <= 0 ? results.length - 1 : current - 1);
    else if (event.key === 'Enter' && result) go(result);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title={texts.title} onClose={onClose} width="wide">
      <TextInput
        aria-label={texts.title}
        placeholder={texts.hint[role]}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        {...(results[current] ? { 'aria-activedescendant': idOf(results[current]) } : {})}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWanted(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes['progress']} data-searching={isSearching || undefined} />
      <output className="visually-hidden">
        {isSearching ? texts.searching : texts.count(results.length)}
      </output>
      {isFailed && (
        <p role="alert" className={classes['failed']}>
          {texts.failed}
        </p>
      )}
      <div ref={list} id={`${id}list`} role="listbox" aria-label={texts.results} className={classes['list']}>
        {groups.map(({ heading, results: own }) => (
          <div key={heading} role="group" aria-label={heading}>
            <div aria-hidden className={classes['heading']}>
              {heading}
            </div>
            {own.map((result) => {
              const { key, label, what, detail, icon: Icon } = result;
              return (
                <div
                  key={key}
                  id={idOf(result)}
                  role="option"
                  aria-selected={result === results[current]}
                  className={classes['result']}
                  onPointerMove={() => setWanted(results.indexOf(result))}
                  onClick={() => go(result)}
                >
                  <Icon aria-hidden size={18} />
                  <span className={classes['texts']}>
                    <span dir="auto" className={classes['label']}>
                      {label}
                    </span>
                    {what !== undefined && (
                      <span dir="auto" className={classes['what']}>
                        {what}
                      </span>
                    )}
                    {detail !== null && (
                      <span dir="auto" className={classes['detail']}>
                        {detail}
                      </span>
                    )}
                  </span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
