import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { OwnLimitColumn } from '@callpoint/contract/channels/channels';
import { HIGHEST_DAILY_LIMIT } from '@callpoint/contract/sending-allowances';
import {
  updateSendingLimitsBody as updateCall,
  type SendingLimits,
} from '@callpoint/contract/sending-limits';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../states/alerts.ts';
import { schemaErrors } from '../../form/fields/validate.ts';
import { useFormDraft } from '../../form/edits/use-form-draft.ts';
import { FieldPair, FormCard } from '../../form/record/form-card.tsx';
import { useForm } from '../../form/use-form.ts';
import { sendingLimitTexts as texts } from '../../texts/sending-limits.ts';
import { parseLimit, toOwnLimits, typedLimits, type TypedLimits } from './limit-values.ts';
import classes from './sending-limits.module.css';
import { SENDING_LIMITS, updateSendingLimits } from './sending-limits.api.ts';

const FIELDS = Object.keys(texts.fields) as OwnLimitColumn[];

/** An administrator sets the limits of one subscriber, or leaves them to its plan. */
export function OwnLimitsForm({ teamId, limits }: { teamId: number; limits: SendingLimits }) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: typedLimits(limits),
    labels: texts.fields,
    validate: (values) => ({
      ...schemaErrors(updateCall.shape.data, texts.fields, toOwnLimits(values)),
      ...problemsOf(values),
    }),
    save: async (values) => {
      await updateSendingLimits(teamId, toOwnLimits(values));
      form.setSaved(values);
      alerts.success(TEXTS.updated);
      await queries.invalidateQueries({ queryKey: SENDING_LIMITS });
    },
    failed: TEXTS.failedAction,
  });
  useFormDraft(form, `sending limits ${teamId}`);
  return (
    <FormCard
      form={form}
      buttons={
        <Button type="submit" variant="default" loading={form.saving} disabled={!form.isDirty}>
          {texts.save}
        </Button>
      }
    >
      <div className={classes['intro']}>
        <h3 className={classes['subheading']}>{texts.own}</h3>
        <p className={classes['soft']}>{texts.ownDescription}</p>
      </div>
      <FieldPair>
        {FIELDS.map((name) => (
          <TextInput
            key={name}
            label={texts.fields[name]}
            placeholder={texts.planLimit}
            inputMode="numeric"
            autoComplete="off"
            {...form.field(name)}
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
