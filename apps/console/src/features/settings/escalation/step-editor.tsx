import { ActionIcon, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconTrash,
} from '@tabler/icons-react';
import { errorLines } from '../../../form/fields/error-lines.tsx';
import { escalationTexts as texts } from '../../../texts/escalation.ts';
import classes from './escalation.module.css';
import type { DraftStep } from './policy-draft.ts';
import { StepFields } from './step-fields.tsx';
import { stepSummary } from './step-summary.ts';

interface StepEditorProps {
  id: string;
  /** From 1. */
  number: number;
  count: number;
  step: DraftStep;
  problems: readonly string[];
  isOpen: boolean;
  onToggle: () => void;
  onChange: (step: DraftStep) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** One step: a line about it, and its fields if it is expanded. */
export function StepEditor({ id, number, count, step, problems, isOpen, ...on }: StepEditorProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const move = (by: 1 | -1) => ({
    id: moveButtonId(id, by),
    variant: 'default',
    onClick: () => on.onMove(by),
  });
  return (
    <fieldset className={classes['step']} data-invalid={problems.length > 0}>
      <legend className="visually-hidden">{texts.step(number)}</legend>
      <div className={classes['stepHead']}>
        <UnstyledButton
          id={id}
          className={classes['toggle'] ?? ''}
          aria-expanded={isOpen}
          onClick={on.onToggle}
        >
          <Chevron aria-hidden size={18} />
          <span>
            <strong>{texts.step(number)}</strong> {stepSummary(step)}
          </span>
        </UnstyledButton>
        <div className={classes['stepButtons']}>
          <ActionIcon {...move(-1)} aria-label={texts.moveUp(number)} disabled={number === 1}>
            <IconArrowUp aria-hidden size={18} />
          </ActionIcon>
          <ActionIcon {...move(1)} aria-label={texts.moveDown(number)} disabled={number === count}>
            <IconArrowDown aria-hidden size={18} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={texts.removeStep(number)} onClick={on.onRemove}>
            <IconTrash aria-hidden size={18} />
          </ActionIcon>
        </div>
      </div>
      {problems.length > 0 && (
        <p className={classes['error']} role="alert">
          {errorLines(problems)}
        </p>
      )}
      {isOpen && <StepFields id={id} step={step} onChange={on.onChange} />}
    </fieldset>
  );
}

/** The element id of a button that moves a step. */
export function moveButtonId(stepId: string, by: 1 | -1): string {
  return `${stepId}-${by === 1 ? 'down' : 'up'}`;
}
