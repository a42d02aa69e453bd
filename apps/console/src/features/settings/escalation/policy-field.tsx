import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { EMERGENCY_BUTTON_ID, type ButtonId } from '@callpoint/contract/catalog';
import { ESCALATION_LIMITS } from '@callpoint/contract/escalation-terms';
import { errorLines } from '../../../form/fields/error-lines.tsx';
import type { FieldProps } from '../../../form/fields/field-props.ts';
import { focusFieldWhenDrawn } from '../../../form/fields/focus-field.ts';
import { TextField } from '../../../form/fields/text-field.tsx';
import { escalationTexts as texts } from '../../../texts/escalation.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import classes from './escalation.module.css';
import { readDraft, typedNumber, withMovedStep, withNewStep, type DraftPolicy } from './policy-draft.ts';
import { moveButtonId, StepEditor } from './step-editor.tsx';

/** The problems about one step, without its name, and all others. */
function problemsOfStep(problems: readonly string[], number: number): string[] {
  return problems.filter((problem) => new RegExp(`^Step ${number}[,:]`).test(problem));
}

/** The escalation policy of a button. */
export function PolicyField({
  buttonId,
  id,
  label,
  value,
  problems,
  onChange,
}: FieldProps & { buttonId: ButtonId }) {
  const [open, setOpen] = useState<number | null>(null);
  const policy = readDraft(value);
  if (!policy) return <p id={id}>{settingsTexts.escalation.unreadable}</p>;
  const isEmergency = buttonId === EMERGENCY_BUTTON_ID;
  const { steps, repeat } = policy;
  const change = (part: Partial<DraftPolicy>) => onChange(JSON.stringify({ ...policy, ...part }));
  const others = problems.filter((problem) => !/^Step \d+[,:]/.test(problem));
  const stepId = (index: number) => `${id}-${index + 1}`;
  const addId = `${id}-add`;
  /** The step stays expanded, and the focus follows it. */
  const move = (index: number, by: 1 | -1) => {
    if (open === index) setOpen(index + by);
    else if (open === index + by) setOpen(index);
    change({ steps: withMovedStep(steps, index, by) });
    const isLast = index + by === 0 || index + by === steps.length - 1;
    const direction = isLast ? (index + by === 0 ? 1 : -1) : by;
    focusFieldWhenDrawn(moveButtonId(stepId(index + by), direction));
  };
  const needsAnswer = policy.needs_answer || isEmergency;
  return (
    <fieldset id={id} tabIndex={-1} className={classes['policy']}>
      <legend className="visually-hidden">{label}</legend>
      <Checkbox
        label={texts.needsAnswer}
        description={isEmergency ? texts.alwaysNeedsAnswer : texts.needsAnswerHelp}
        checked={needsAnswer}
        disabled={isEmergency}
        onChange={(event) => change({ needs_answer: event.currentTarget.checked })}
      />
      {others.length > 0 && (
        <p className={classes['error']} role="alert">
          {errorLines(others)}
        </p>
      )}
      {needsAnswer && (
        <div className={classes['columns']}>
          <div className={classes['column']}>
            <p className={classes['soft']}>{texts.first}</p>
            {steps.length === 0 && <p className={classes['soft']}>{texts.noSteps}</p>}
            <ol className={classes['steps']} aria-label={texts.steps}>
              {steps.map((step, index) => (
                <li key={index}>
                  <StepEditor
                    id={stepId(index)}
                    number={index + 1}
                    count={steps.length}
                    step={step}
                    problems={problemsOfStep(problems, index + 1)}
                    isOpen={open === index || problemsOfStep(problems, index + 1).length > 0}
                    onToggle={() => setOpen(open === index ? null : index)}
                    onChange={(next) => change({ steps: steps.with(index, next) })}
                    onMove={(by) => move(index, by)}
                    onRemove={() => {
                      setOpen(null);
                      change({ steps: steps.toSpliced(index, 1) });
                      focusFieldWhenDrawn(addId);
                    }}
                  />
                </li>
              ))}
            </ol>
            <Button
              id={addId}
              variant="default"
              className={classes['add'] ?? ''}
              leftSection={<IconPlus aria-hidden size={18} />}
              disabled={steps.length >= ESCALATION_LIMITS.steps}
              onClick={() => {
                setOpen(steps.length);
                change({ steps: withNewStep(steps) });
                focusFieldWhenDrawn(`${stepId(steps.length)}-after`);
              }}
            >
              {texts.addStep}
            </Button>
          </div>
          <div className={classes['column']}>
            <div className={classes['numbers']}>
              <TextField
                id={`${id}-times`}
                label={texts.times}
                help={texts.timesHelp}
                inputMode="text"
                value={String(repeat.times)}
                problems={[]}
                onChange={(text) => change({ repeat: { ...repeat, times: typedNumber(text) } })}
              />
              <TextField
                id={`${id}-every`}
                label={texts.every}
                value={String(repeat.every)}
                problems={[]}
                onChange={(text) => change({ repeat: { ...repeat, every: typedNumber(text) } })}
              />
            </div>
            <TextField
              id={`${id}-procedure`}
              label={texts.procedure}
              help={texts.procedureHelp}
              long
              optional
              value={policy.procedure}
              problems={[]}
              onChange={(procedure) => change({ procedure })}
            />
          </div>
        </div>
      )}
    </fieldset>
  );
}
