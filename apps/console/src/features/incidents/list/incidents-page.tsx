import { Button, Group } from '@mantine/core';
import { IconDeviceTv, IconStopwatch } from '@tabler/icons-react';
import type { Incident } from '@callpoint/contract/incidents';
import { useMemo, type ReactNode } from 'react';
import { Link } from '../../../links/link.ts';
import type { ListDefaults } from '../../../list/list-state.ts';
import { useListState } from '../../../list/use-list-state.ts';
import { Page } from '../../../page/page.tsx';
import { EmptyState } from '../../../states/empty-state.tsx';
import { useShownColumns } from '../../../table/columns-menu.tsx';
import { isFiltered } from '../../../table/filters/day-filters.tsx';
import { ListFilters, ListTools } from '../../../table/filters/list-filters.tsx';
import { SavedFilters } from '../../../table/filters/saved-filters.tsx';
import { PagedTable } from '../../../table/paged-table.tsx';
import type { TableShape } from '../../../table/table-types.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { useIncidentBase, useIncidents, type IncidentFilter } from '../incidents.api.ts';
import { Drills } from '../drills/drills.tsx';
import { incidentColumns } from './incident-columns.tsx';
import { IncidentFilters, NoIncidentMatches } from './incident-filters.tsx';

const DEFAULTS: ListDefaults<string, IncidentFilter> = {
  sorts: ['id', 'opened_at'],
  sort: 'opened_at',
  order: 'desc',
  filters: ['search', 'open', 'drill', 'button_id', 'team_id'],
};

/** All incidents of a team, or of all subscribers for an administrator. */
export function Component() {
  const base = useIncidentBase();
  const isTeam = base === '/tapi/v1';
  const [state, change] = useListState(DEFAULTS);
  const list = useIncidents(base, state);
  const columns = useMemo(() => incidentColumns(isTeam), [isTeam]);
  const shown = useShownColumns('incidents', columns);
  const shape: TableShape<Incident> = {
    name: texts.title,
    columns: shown.columns,
    rowKey: ({ id }) => id,
    rowName: ({ id }) => texts.incident(id),
    card: ['name', 'opened_at', 'team_id', 'state', 'item'],
    isUrgent: (incident) => incident.state === 'open' && !incident.is_drill,
  };
  const filtering = {
    filters: state.filters,
    onFilters: (filters: typeof state.filters) => change({ filters }),
  };
  return (
    <Page title={texts.title} description={texts.description} action={<Actions isTeam={isTeam} />}>
      <ListFilters label={texts.filters}>
        <IncidentFilters forAll={!isTeam} {...filtering} />
        <ListTools>
          <SavedFilters list="incidents" />
          {shown.menu}
        </ListTools>
      </ListFilters>
      <PagedTable
        shape={shape}
        view={state}
        onView={change}
        list={list}
        failed={texts.listReadFailed}
        empty={
          isFiltered(state.filters) ? (
            <NoIncidentMatches {...filtering} />
          ) : (
            <EmptyState title={texts.noneOpen} action={<Link to="/incidents?open=all">{texts.toAll}</Link>}>
              {texts.noneYetDescription}
            </EmptyState>
          )
        }
      />
      {isTeam && <Drills />}
    </Page>
  );
}

/** The other views of incidents. Response times are of one subscriber: an administrator opens them from its profile. */
function Actions({ isTeam }: { isTeam: boolean }): ReactNode {
  return (
    <Group gap="xs">
      {isTeam && (
        <Button
          component={Link}
          to="/response-times"
          variant="default"
          leftSection={<IconStopwatch aria-hidden size={18} />}
        >
          {texts.toResponseTimes}
        </Button>
      )}
      <Button
        component={Link}
        to="/board"
        variant="default"
        leftSection={<IconDeviceTv aria-hidden size={18} />}
      >
        {texts.toBoard}
      </Button>
    </Group>
  );
}
