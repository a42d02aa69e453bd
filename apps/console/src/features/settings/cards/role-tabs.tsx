import { UnsavedDot } from '../../../page/sections/unsaved-dot.tsx';
import { useRef, type KeyboardEvent } from 'react';
import { keepFocus } from '../../../form/fields/keep-focus.ts';
import classes from './role-tabs.module.css';

export interface RoleTab {
  /** The element id of the tab. */
  id: string;
  /** The element id of what it shows. */
  panel: string;
  label: string;
  /** Whether the role gets messages, e.g. `3 of 5`. */
  word: string;
  isChanged: boolean;
}

interface RoleTabsProps {
  label: string;
  tabs: readonly RoleTab[];
  /** The index of the shown one. */
  chosen: number;
  onChoose: (index: number) => void;
}

/** The roles of a channel's recipients; the settings of one are shown. Arrow keys move. */
export function RoleTabs({ label, tabs, chosen, onChoose }: RoleTabsProps) {
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  function onKeyDown(event: KeyboardEvent) {
    const next = nextIndex(event.key, chosen, tabs.length);
    if (next === null) return;
    event.preventDefault();
    onChoose(next);
    buttons.current[next]?.focus();
  }

  return (
    <div role="tablist" aria-label={label} tabIndex={-1} className={classes['tabs']} onKeyDown={onKeyDown}>
      {tabs.map(({ id, panel, label: role, word, isChanged }, index) => (
        <button
          key={id}
          ref={(button) => {
            buttons.current[index] = button;
          }}
          type="button"
          role="tab"
          id={id}
          aria-controls={panel}
          aria-selected={index === chosen}
          tabIndex={index === chosen ? 0 : -1}
          className={classes['tab']}
          // A field that is left may show its problems above, and move the tab away from under the pointer.
          onMouseDown={keepFocus}
          onClick={(event) => {
            onChoose(index);
            event.currentTarget.focus();
          }}
        >
          {role} <span className={classes['word']}>{word}</span>
          {isChanged && <UnsavedDot />}
        </button>
      ))}
    </div>
  );
}

function nextIndex(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
