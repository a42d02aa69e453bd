import { IconAlertTriangle } from '@tabler/icons-react';
import { ProblemLinks } from '../../form/record/problem-links.tsx';
import type { CallError } from '../../net/call-error.ts';
import { dryRunTexts } from '../../texts/dry-run.ts';
import classes from './dry-run.module.css';

/** What must be fixed before a press can be simulated. */
export function UnusableSettings({ error }: { error: CallError }) {
  const problems = error.problems.map(({ msg, field = '' }) => ({
    id: field.replace(/^settings\./, ''),
    msg,
  }));
  return (
    <div aria-live="polite" className={classes['unusable']}>
      <p className={classes['unusableTitle']}>
        <IconAlertTriangle aria-hidden size={16} />
        {dryRunTexts.fixFirst}
      </p>
      <ProblemLinks problems={problems} />
    </div>
  );
}
