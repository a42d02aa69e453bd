import type { Config } from '@callpoint/contract/configuration';
import { Link } from '../../links/link.ts';
import { FailedRead } from '../../states/failed-read.tsx';
import { PAGE_TITLE_ID } from '../../page/page-title.ts';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { FormTable } from '../../form/record/form-table.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { configurationTexts as texts } from '../../texts/configuration.ts';
import { contactTexts } from '../../texts/safety-contacts.ts';
import { tableTexts } from '../../texts/table.ts';
import { ConfigRow } from './config-row.tsx';
import { useConfiguration } from './configuration.api.ts';
import classes from './configuration.module.css';
import { useConfigEditor } from './use-config-editor.ts';

const COLUMNS = [
  { header: texts.setting, width: '240px' },
  { header: texts.value },
  { header: tableTexts.actions, width: '216px' },
];

/** The values of the entire platform. */
export function Component() {
  const { data, error, isFetching, refetch } = useConfiguration();
  return (
    <Page title={texts.title} description={texts.description}>
      {Boolean(error) && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={texts.readFailed}
          stale={data !== undefined}
        />
      )}
      {data && <Rows rows={data.filter(({ config_key }) => config_key in texts.labels)} />}
      {!data && !error && <SkeletonForm fields={4} />}
    </Page>
  );
}

function Rows({ rows }: { rows: readonly Config[] }) {
  const editor = useConfigEditor(rows);
  useLeaveGuard(editor.changed.length > 0);
  return (
    <>
      <FormTable labelledBy={PAGE_TITLE_ID} columns={COLUMNS}>
        {rows.map((row) => (
          <ConfigRow key={row.id} config={row} editor={editor} />
        ))}
      </FormTable>
      <p className={classes['valueCell']}>
        {texts.contacts} <Link to="/SafetyContacts">{contactTexts.title}</Link>
      </p>
    </>
  );
}
