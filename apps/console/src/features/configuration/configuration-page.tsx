import type { Config } from '@callpoint/contract/configuration';
import { FailedRead } from '../../states/failed-read.tsx';
import { PAGE_TITLE_ID } from '../../page/page-title.ts';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { FormTable } from '../../form/record/form-table.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { configurationTexts as texts } from '../../texts/configuration.ts';
import { tableTexts } from '../../texts/table.ts';
import { ConfigRow } from './config-row.tsx';
import { ContactsRow } from './contacts-row.tsx';
import { useConfiguration } from './configuration.api.ts';
import { useConfigEditor } from './use-config-editor.ts';

const COLUMNS = [
  { header: texts.setting, width: '240px' },
  { header: texts.value },
  { header: tableTexts.actions, width: '256px' },
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
      {data && <Rows rows={data.filter(isShown)} />}
      {!data && !error && <SkeletonForm fields={4} />}
    </Page>
  );
}

/** Keys of a later version of the server have no label here. */
function isShown({ config_key }: Config): boolean {
  return config_key === 'contact_person' || config_key in texts.labels;
}

function Rows({ rows }: { rows: readonly Config[] }) {
  const editor = useConfigEditor(rows);
  useLeaveGuard(editor.changed.length > 0);
  return (
    <FormTable labelledBy={PAGE_TITLE_ID} columns={COLUMNS}>
      {rows.map((row) =>
        row.config_key === 'contact_person' ? (
          <ContactsRow key={row.id} value={row.config_value} />
        ) : (
          <ConfigRow key={row.id} config={row} editor={editor} />
        ),
      )}
    </FormTable>
  );
}
