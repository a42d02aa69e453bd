import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch } from '@mantine/core';
import { isEmailAddress } from '@callpoint/contract/fields';
import type { MonthlyReport } from '@callpoint/contract/monthly-report';
import { MAX_REPORT_RECIPIENTS } from '@callpoint/contract/report-recipients';
import { splitList } from '@callpoint/contract/split-list';
import { useRef, useState, type SubmitEvent } from 'react';
import { focusField } from '../../../form/fields/focus-field.ts';
import { RecipientsField } from '../../../form/fields/recipients-field.tsx';
import { explainFailedAction } from '../../../net/call-error.ts';
import { Dialog, DialogButtons } from '../../../overlay/dialog.tsx';
import { ProblemNote } from '../../../states/problem-note.tsx';
import { useBusy } from '../../../states/use-busy.ts';
import { feedbackTexts } from '../../../texts/feedback.ts';
import { monthlyReportTexts as texts } from '../../../texts/monthly-report.ts';
import { useSaveMonthlyReport } from './monthly-report.api.ts';
import classes from './monthly-report.module.css';

const FIELD_ID = 'field-report-recipients';

/** Switches the monthly report on or off, and chooses its recipients. */
export function MonthlyReportDialog({ report, onClose }: { report: MonthlyReport; onClose: () => void }) {
  const [isOn, setOn] = useState(true);
  const [recipients, setRecipients] = useState(report.recipients);
  const [problems, setProblems] = useState<string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useBusy();
  /** Whether something was changed since the last save was sent. */
  const isChanged = useRef(false);
  const saveReport = useSaveMonthlyReport();
  const submit = async () => {
    if (busy) return;
    const found = problemsOf(isOn, splitList(recipients));
    setProblems(found);
    setFailure(null);
    if (found.length > 0) return focusField(FIELD_ID);
    isChanged.current = false;
    try {
      await run(() => saveReport({ is_on: isOn, recipients, updated_at: report.updated_at }));
      if (!isChanged.current) onClose();
    } catch (error) {
      setFailure(explainFailedAction(error).join(' '));
    }
  };
  return (
    <Dialog title={texts.title} width="wide" onClose={onClose}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div>
          <Switch
            size="md"
            label={texts.switch}
            aria-describedby="report-description"
            checked={isOn}
            onChange={({ currentTarget }) => {
              setOn(currentTarget.checked);
              isChanged.current = true;
            }}
          />
          <p id="report-description" className={classes['description']}>
            {texts.description}
          </p>
        </div>
        <RecipientsField
          id={FIELD_ID}
          label={texts.recipients}
          help={texts.help(MAX_REPORT_RECIPIENTS)}
          inputMode="email"
          optional={!isOn}
          value={recipients}
          problems={problems}
          markOf={(address) => (isEmailAddress(address) ? null : 'invalid')}
          onChange={(value) => {
            setRecipients(value);
            isChanged.current = true;
            setProblems([]);
          }}
        />
        <ProblemNote>{failure}</ProblemNote>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {feedbackTexts.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {texts.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function problemsOf(isOn: boolean, addresses: readonly string[]): string[] {
  if (isOn && addresses.length === 0) return [texts.required];
  if (addresses.length > MAX_REPORT_RECIPIENTS) return [texts.tooMany(MAX_REPORT_RECIPIENTS)];
  return addresses.filter((address) => !isEmailAddress(address)).map((address) => texts.invalid(address));
}
