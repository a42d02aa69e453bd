// A combobox whose field keeps the focus: HTML has no element for that.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events */
import { TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { tableTexts } from '../../texts/table.ts';
import { typedChoiceTexts } from '../../texts/typed-choice.ts';
import classes from './list-filters.module.css';
import { findChoices, type Choice } from './find-choices.ts';

interface TypedChoiceFilterProps {
  label: string;
  /** As in the address; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** The label of no choice; null in a form, where something is always chosen and the label is above the field. */
  all: string | null;
  choices: readonly Choice[];
  /** If `choices` are the results of a search of the server for the typed text. */
  search?: {
    /** Shown in the empty field. */
    hint: string;
    /** The label of `value`. */
    chosen: string;
    /** Shown instead of results. */
    none: string;
    /** The typed text; null when the list is closed. */
    onTyped: (typed: string | null) => void;
  };
}

/** One of many values, found by typing a part of it: arrow keys move, Enter chooses, Escape closes. */
export function TypedChoiceFilter({ label, value, onChange, all, choices, search }: TypedChoiceFilterProps) {
  const [typed, setText] = useState<string | null>(null);
  const [wanted, setWanted] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const isOpen = typed !== null;
  const everything = all === null ? choices : [{ value: '', label: all }, ...choices];
  const found = search && typed?.trim() ? choices : findChoices(everything, typed ?? '');
  const current = Math.min(wanted, found.length - 1);
  const chosen =
    search && value !== '' ? { label: search.chosen } : choices.find((choice) => choice.value === value);
  const setTyped = (text: string | null) => {
    setText(text);
    search?.onTyped(text);
  };

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const open = () => {
    setTyped('');
    setWanted(
      Math.max(
        0,
        everything.findIndex((choice) => choice.value === value),
      ),
    );
  };
  const close = () => setTyped(null);
  const choose = (choice: Choice) => {
    close();
    onChange(choice.value);
  };
  function onKeyDown(event: KeyboardEvent) {
    const choice = found[current];
    if (event.key === 'ArrowDown' && !isOpen) open();
    else if (event.key === 'ArrowDown') setWanted((current + 1) % Math.max(found.length, 1));
    else if (event.key === 'ArrowUp') setWanted(current <= 0 ? found.length - 1 : current - 1);
    else if (event.key === 'Enter' && isOpen && choice) choose(choice);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  }
  return (
    <div className={classes['typed']} data-in-form={all === null || undefined}>
      <TextInput
        {...(all === null ? { label } : { 'aria-label': label })}
        placeholder={
          isOpen || all === null
            ? (chosen?.label ?? search?.hint ?? typedChoiceTexts.typeAName)
            : tableTexts.noChoice(label, all)
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        {...(isOpen && found.length > 0 ? { 'aria-activedescendant': `${id}${current}` } : {})}
        rightSection={<IconSelector aria-hidden size={16} />}
        rightSectionPointerEvents="none"
        value={typed ?? (!chosen ? '' : all === null ? chosen.label : tableTexts.choice(label, chosen.label))}
        onClick={() => isOpen || open()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWanted(0);
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {/* Always present, because screen readers announce only its changes. */}
      <output className={classes['none']}>
        {isOpen && found.length === 0 && (search?.none ?? typedChoiceTexts.noSuchChoice)}
      </output>
      {isOpen && (
        <div
          hidden={found.length === 0}
          ref={list}
          id={`${id}list`}
          role="listbox"
          aria-label={label}
          className={classes['options']}
        >
          {found.map((choice, index) => (
            <div
              key={choice.value}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === current}
              dir="auto"
              onPointerMove={() => setWanted(index)}
              // The field keeps the focus: leaving it closes the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.label}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
