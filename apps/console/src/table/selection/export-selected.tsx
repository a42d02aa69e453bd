import { IconDownload } from '@tabler/icons-react';
import { browserTimeZone } from '../../list/days.ts';
import type { StreamPath } from '../../net/api-types.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { download } from '../../net/download.ts';
import { alerts } from '../../states/alerts.ts';
import { tableTexts } from '../../texts/table.ts';
import type { BulkAction } from '../table-types.ts';

/** Maximum values of a filter: as in the contract, whose schemas are not loaded here. */
const MAX_ROWS = 200;

type Base = '/api/v1' | '/tapi/v1';
type ExportPath = Extract<
  StreamPath<'text/csv'>,
  `${Base}/export/${'app_user' | 'audit' | 'button_click' | 'delivery' | 'form_submission' | 'plan' | 'record' | 'team'}`
>;

/**
 * The action that creates a CSV file of the selected rows. They stay selected.
 * @param filter the parameter that names the rows
 */
export function exportSelectedRows<Row>(
  path: ExportPath,
  filter: 'filterin_id' | 'filterin_record',
  nameOf: (row: Row) => number | string,
): BulkAction<Row> {
  return {
    label: tableTexts.exportSelected,
    icon: <IconDownload aria-hidden size={16} />,
    run: async (rows) => {
      if (rows.length > MAX_ROWS) {
        alerts.error(tableTexts.tooManyToExport(MAX_ROWS));
        return null;
      }
      try {
        const query = { [filter]: rows.map(nameOf).join('|'), zone: browserTimeZone() };
        alerts.success(
          tableTexts.exported(
            await download(path, query, { signal: new AbortController().signal, onProgress: () => {} }),
          ),
        );
      } catch (error) {
        alerts.error([tableTexts.exportFailed, ...explainFailedAction(error)]);
      }
      return null;
    },
  };
}
