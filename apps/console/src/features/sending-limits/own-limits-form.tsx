import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { OwnLimitColumn } from '@callpoint/contract/channels/channels';
import { HIGHEST_DAILY_LIMIT } from '@callpoint/contract/sending-allowances';
import { updateSendingLimits as updateCall, type SendingLimits } from '@callpoint/contract/sending-limits';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../states/alerts.ts';
import { LAYOUT } from '../../form/fields/field-props.ts';
import { FieldPair, FormCard } from '../../form/record/form-card.tsx';
import { fieldId, useRecordForm } from '../../form/record/use-record-form.ts';
import { sendingLimitTexts as texts } from '../../texts/sending-limits.ts';
import { parseLimit, toOwnLimits, typedLimits, type OwnLimits, type TypedLimits } from './limit-values.ts';
import classes from './sending-limits.module.css';
import { SENDING_LIMITS, updateSendingLimits } from './sending-limits.api.ts';

const FIELDS = Object.keys(texts.fields) as OwnLimitColumn[];

/** An administrator sets the limits of one subscriber, or leaves them to its plan. */
export function OwnLimitsForm({ teamId, limits }: { teamId: number; limits: SendingLimits }) {
  const queries = useQueryClient();
  const { form, saving, problems, onSubmit } = useRecordForm<TypedLimits, OwnLimits>({
    initialValues: typedLimits(limits),
    name: `sending limits ${teamId}`,
    keep: (values) => values,
    convert: toOwnLimits,
    schema: updateCall.shape.data,
    labels: texts.fields,
    check: problemsOf,
    save: async (data) => {
      await updateSendingLimits(teamId, data);
      form.resetDirty();
      alerts.success(TEXTS.updated);
      await queries.invalidateQueries({ queryKey: SENDING_LIMITS });
    },
    failed: TEXTS.failedAction,
  });
  return (
    <FormCard
      problems={problems}
      onSubmit={onSubmit}
      buttons={
        <Button type="submit" variant="default" loading={saving} disabled={!form.isDirty()}>
          {texts.save}
        </Button>
      }
    >
      <div className={classes['intro']}>
        <h3 className={classes['subheading']}>{texts.own}</h3>
        <p className={classes['soft']}>{texts.ownMeans}</p>
      </div>
      <FieldPair>
        {FIELDS.map((name) => (
          <TextInput
            {...LAYOUT}
            key={name}
            id={fieldId(name)}
            label={texts.fields[name]}
            placeholder={texts.planLimit}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps(name)}
          />
        ))}
      </FieldPair>
    </FormCard>
  );
}

function problemsOf(values: TypedLimits): Record<string, string> {
  const wrong = FIELDS.filter((name) => {
    const limit = parseLimit(values[name]);
    return limit !== null && !(limit <= HIGHEST_DAILY_LIMIT);
  });
  return Object.fromEntries(
    wrong.map((name) => [name, texts.notANumber(texts.fields[name], HIGHEST_DAILY_LIMIT)]),
  );
}
