import {
  BUTTON_LABELS,
  EMERGENCY_BUTTON_ID,
  FORM_LABELS,
  ITEM_CHOICES,
  isButtonId,
  isFormId,
} from '@callpoint/contract/catalogue';
import { IconListSearch, IconPhone, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmailLink, PhoneLink, RecordLink, RowId, RowLink } from '../../../display/cells.tsx';
import { LocationLink } from '../../../display/location-link.tsx';
import { navigate } from '../../../links/navigation.ts';
import { OWN_SCOPE, teamScope, type Scope } from '../../../list/scope.ts';
import { useListState } from '../../../list/use-list-state.ts';
import { useLiveMessages } from '../../../live/live.ts';
import { refetch } from '../../../live/refetch.ts';
import { throttle } from '../../../live/throttle.ts';
import { focusPageTitle } from '../../../page/page-title.ts';
import { Page } from '../../../page/page.tsx';
import { EmptyState } from '../../../states/empty-state.tsx';
import { useShownColumns } from '../../../table/columns-menu.tsx';
import { isFiltered, NoDayMatches } from '../../../table/filters/day-filters.tsx';
import { exportSelectedRows } from '../../../table/selection/export-selected.tsx';
import { ExportButton } from '../../../table/export-button.tsx';
import { ChoiceFilter, ListFilters, ListTools, NumberFilter } from '../../../table/filters/list-filters.tsx';
import { PagedTable } from '../../../table/paged-table.tsx';
import { PositionPager } from '../../../table/pager/position-pager.tsx';
import { RefreshButton } from '../../../table/refresh-button.tsx';
import { SavedFilters } from '../../../table/filters/saved-filters.tsx';
import type { Column, RowAction, TableShape } from '../../../table/table-types.ts';
import { recordsTexts as texts } from '../../../texts/records.ts';
import { submissionTexts } from '../../../texts/submissions.ts';
import { tableTexts } from '../../../texts/table.ts';
import { MessageStatus } from './message-status.tsx';
import { DelayedMark } from './delayed-mark.tsx';
import { ListTime } from '../../../display/timestamp.tsx';
import { RecordFilters, recordFilterTexts } from './record-filters.tsx';
import {
  exportRecords,
  RECORDS_DEFAULTS,
  usePeople,
  RECORDS,
  useRecords,
  useRecordsScope,
  type RecordEntry,
} from '../records.api.ts';
import { BUTTON_CLICKS, FORM_SUBMISSIONS } from '../submissions-call.ts';
import { deleteRecords } from './delete-records.tsx';
import { releaseAction } from './release-action.tsx';
import { releaseRecords } from './release-records.ts';
import { useDeleteSubmission } from '../use-delete-submission.tsx';

const ICON = { 'aria-hidden': true, size: 18 } as const;

/** All records: presses and forms in one list, of a team or, for an administrator, of all subscribers. */
export function Component() {
  const scope = useRecordsScope();
  const [state, change] = useListState(RECORDS_DEFAULTS);
  const { older: _, newer: __, ...filters } = state.filters;
  const { list, pages } = useRecords(scope, state);
  const people = usePeople(scope, filters.team_id) ?? [];
  const received = useReceived(scope);
  const shown = useShownColumns('records', columnsOf(scope));
  const refresh = () => {
    received.clear();
    void list.readAgain();
    if (pages?.newer) change({ filters });
  };
  const afterDeletion = async () => {
    await list.readAgain();
    focusPageTitle();
  };
  const removeClick = useDeleteSubmission(scope, BUTTON_CLICKS, afterDeletion);
  const removeForm = useDeleteSubmission(scope, FORM_SUBMISSIONS, afterDeletion);
  const queries = useQueryClient();
  const deleteAll = (rows: readonly RecordEntry[]) =>
    deleteRecords(rows, { queries, scope, onDeleted: afterDeletion });
  const release = (rows: readonly RecordEntry[]) =>
    releaseRecords(
      rows.map((row) => ({ ...row, held: row.messages.held })),
      { queries, scope, onReleased: async () => void (await list.readAgain()) },
    );
  const filtering = { filters, onFilters: (next: typeof filters) => change({ filters: next }) };
  const set = (name: keyof typeof filters) => (value: string) =>
    change({ filters: { ...filters, [name]: value, ...(name === 'team_id' ? { app_user_id: '' } : {}) } });
  const person = people.find(({ id }) => String(id) === filters.app_user_id);
  const shape: TableShape<RecordEntry> = {
    name: texts.title,
    columns: shown.columns,
    rowKey: ({ key }) => key,
    rowName: ({ id }) => submissionTexts.record(id),
    actions: (row) =>
      actionsOf(scope, row, () => void (row.kind === 'button' ? removeClick : removeForm)(row)),
    card: ['name', 'created_at', 'messages', 'item'],
    isUrgent: isOpenEmergency,
    bulk: [
      releaseAction<RecordEntry>(release),
      { label: tableTexts.deleteVerb, icon: <IconTrash {...ICON} />, danger: true, run: deleteAll },
      exportSelectedRows(
        `${scope.base}/export/record`,
        'filterin_record',
        ({ kind, id }: RecordEntry) => `${kind}-${id}`,
      ),
    ],
  };
  const others = [
    ...(filters.item ? [texts.aboutItem(labelOf(filters.item))] : []),
    ...(filters.app_user_id ? [texts.byPerson(person?.name ?? filters.app_user_id)] : []),
    ...(filters.team_id ? [texts.ofAccount(filters.team_id)] : []),
    ...recordFilterTexts(filters),
  ];
  return (
    <Page
      title={texts.title}
      description={scope === OWN_SCOPE ? texts.description : texts.descriptionOfAll}
      action={
        <RefreshButton
          pending={received.count > 0 ? tableTexts.showNew(received.count) : null}
          onClick={refresh}
        />
      }
    >
      <ListFilters label={submissionTexts.filters}>
        <RecordFilters {...filtering} />
        <ChoiceFilter
          label={texts.item}
          all={texts.allItems}
          choices={ITEM_CHOICES}
          value={filters.item ?? ''}
          onChange={set('item')}
        />
        {scope !== OWN_SCOPE && (
          <NumberFilter label={texts.account} value={filters.team_id ?? ''} onChange={set('team_id')} />
        )}
        {(people.length > 0 || filters.app_user_id) && (
          <ChoiceFilter
            label={texts.person}
            all={texts.anyPerson}
            choices={[
              ...people.map(({ id, name }) => ({ value: String(id), label: name })),
              ...(filters.app_user_id && !person
                ? [{ value: filters.app_user_id, label: texts.personNumber(filters.app_user_id) }]
                : []),
            ]}
            value={filters.app_user_id ?? ''}
            onChange={set('app_user_id')}
          />
        )}
        <ListTools>
          <SavedFilters list="records" without={['older', 'newer']} />
          {shown.menu}
          <ExportButton onExport={(options) => exportRecords(scope, state, options)} />
        </ListTools>
      </ListFilters>
      <PagedTable
        shape={shape}
        view={state}
        onView={(view) => change({ ...view, filters })}
        list={list}
        failed={submissionTexts.readFailed}
        pager={
          <PositionPager
            total={list.total}
            shown={list.rows?.length ?? 0}
            perPage={state.perPage}
            onPerPage={(perPage) => change({ perPage, filters })}
            // The newest records are a page without a position, so that new ones appear on it.
            newer={pages?.newer ?? null}
            older={pages?.older ?? null}
            isFirst={!state.filters.older && !state.filters.newer}
            onFirst={() => change({ filters })}
            onNewer={(newer) => change({ filters: { ...filters, newer } })}
            onOlder={(older) => change({ filters: { ...filters, older } })}
          />
        }
        empty={
          isFiltered(filters) ? (
            <NoDayMatches {...filtering} onFilters={() => change({ filters: {} })} others={others} />
          ) : (
            <EmptyState title={submissionTexts.noneYet}>{texts.noneYet}</EmptyState>
          )
        }
      />
    </Page>
  );
}

function actionsOf(scope: Scope, row: RecordEntry, onDelete: () => void): RowAction[] {
  const { phone } = row.app_user;
  return [
    {
      label: texts.open,
      icon: <IconListSearch {...ICON} />,
      onSelect: () => void navigate(pathOf(scope, row)),
    },
    {
      label: texts.call(phone),
      icon: <IconPhone {...ICON} />,
      onSelect: () => window.location.assign(`tel:${phone.replaceAll(/[^\d+]/g, '')}`),
    },
    {
      label: submissionTexts.deleteItem,
      icon: <IconTrash {...ICON} />,
      danger: true,
      onSelect: onDelete,
    },
  ];
}

/** During bursts the rows are read at most this often, in milliseconds. */
const MIN_INTERVAL = 1_000;

/** Counts records that were received since the list was read. Deleted and restored ones are read again immediately. */
function useReceived(scope: Scope) {
  const [count, setCount] = useState(0);
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages((message) => {
    if (
      message.kind === 'submission.deleted' ||
      message.kind === 'submission.restored' ||
      message.kind === 'submission.moved' ||
      message.kind === 'submission.opened'
    )
      throttled(() => refetch(queries, RECORDS));
    const isNew = message.kind === 'submission.created' && !message.before;
    const team = scope.query['filter_team_id'] ?? null;
    if (isNew && (team === null || message.team_id === team)) setCount((now) => now + 1);
  });
  return { count, clear: () => setCount(0) };
}

function isOpenEmergency({ kind, item_id, opened_at }: RecordEntry): boolean {
  return kind === 'button' && item_id === EMERGENCY_BUTTON_ID && opened_at === null;
}

function labelOf(item: string): string {
  return ITEM_CHOICES.find(({ value }) => value === item)?.label ?? item;
}

function itemName({ kind, item_id: id }: RecordEntry): string {
  if (kind === 'button') return isButtonId(id) ? BUTTON_LABELS[id] : String(id);
  return isFormId(id) ? FORM_LABELS[id] : String(id);
}

function pathOf(scope: Scope, { kind, item_id, id, team_id }: RecordEntry) {
  const own = scope === OWN_SCOPE ? scope : teamScope(team_id);
  const { screen } = kind === 'button' ? BUTTON_CLICKS : FORM_SUBMISSIONS;
  return `${own.recordsPath(screen, item_id)}/${id}` as const;
}

function columnsOf(scope: Scope): Column<RecordEntry>[] {
  const account: Column<RecordEntry> = {
    key: 'account',
    header: texts.account,
    cell: ({ team_id, account_name }) => (
      <RecordLink to={`/subscriber/data/${team_id}`} label={texts.accountOf(account_name, team_id)}>
        {account_name}
      </RecordLink>
    ),
    minWidth: 96,
  };
  return [
    {
      key: 'created_at',
      header: submissionTexts.formTime,
      cell: ({ created_at }) => <ListTime at={created_at} />,
      sort: 'created_at',
      firstOrder: 'desc',
      isTime: true,
    },
    { key: 'item', header: texts.item, cell: itemName, fixed: true, minWidth: 96, width: 190, rank: 4 },
    {
      key: 'name',
      header: submissionTexts.name,
      cell: (row) => (
        <>
          <DelayedMark row={row} />
          <RowLink to={pathOf(scope, row)} label={submissionTexts.openRecord(row.app_user.name, row.id)}>
            {row.app_user.name}
          </RowLink>
        </>
      ),
      isLink: true,
      minWidth: 92,
      width: 132,
      rank: 3,
    },
    ...(scope === OWN_SCOPE ? [] : [account]),
    {
      key: 'location',
      header: submissionTexts.location,
      cell: ({ location }) => <LocationLink location={location} short />,
      fixed: true,
      minWidth: 84,
      width: 140,
      rank: 5,
    },
    {
      key: 'messages',
      header: submissionTexts.messages,
      cell: ({ messages, opened_at }) => <MessageStatus counts={messages} openedAt={opened_at} />,
      isLabeled: true,
      minWidth: 84,
      width: 128,
      rank: 1,
    },
    {
      key: 'email',
      header: submissionTexts.email,
      cell: ({ app_user }) => <EmailLink address={app_user.email} />,
      minWidth: 72,
    },
    {
      key: 'phone',
      header: submissionTexts.phone,
      cell: ({ app_user }) => <PhoneLink number={app_user.phone} />,
      fixed: true,
      minWidth: 72,
      width: 132,
      rank: 2,
    },
    {
      key: 'id',
      header: submissionTexts.formId,
      cell: ({ id }) => <RowId>{id}</RowId>,
      fixed: true,
      minWidth: 64,
    },
  ];
}
