import { Button } from '@mantine/core';
import { useState } from 'react';
import { FailedRead } from '../../../states/failed-read.tsx';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { SkeletonBar } from '../../../states/skeletons.tsx';
import { monthlyReportTexts as texts } from '../../../texts/monthly-report.ts';
import { useMonthlyReport } from './monthly-report.api.ts';
import classes from './monthly-report.module.css';

const MonthlyReportDialog = lazyPart(
  async () => (await import('./monthly-report-dialog.tsx')).MonthlyReportDialog,
);

/** Whether the figures are emailed after each month, and a button that changes it. */
export function MonthlyReportSection() {
  const { data, error, isFetching, refetch } = useMonthlyReport();
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="monthly-report" className={classes['section']} data-unprinted>
      <h2 id="monthly-report">{texts.title}</h2>
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.readFailed}
          stale={data !== undefined}
        />
      )}
      {!data && !error && <SkeletonBar width="320px" />}
      {data && (
        <div className={classes['state']}>
          <p>{data.is_on ? texts.on(data.recipients) : texts.off}</p>
          <Button variant="default" onClick={() => setOpen(true)}>
            {data.is_on ? texts.change : texts.setUp}
          </Button>
        </div>
      )}
      {data && open && <MonthlyReportDialog report={data} onClose={() => setOpen(false)} />}
    </section>
  );
}
