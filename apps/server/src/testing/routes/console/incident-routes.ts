import type { Role } from '@callpoint/contract/permissions';
import { listRoute, type RouteExample } from '../route-example.ts';
import { consoleRoles, TEAM_FILTERS, type ConsoleBase } from './console-base.ts';

/** The calls about incidents. */
export function incidentRoutes(base: ConsoleBase): RouteExample[] {
  const both = consoleRoles(base);
  return [
    listRoute(`${base}/listPaged/incident`, both, 'incident', {
      'query.filter_open': 'yes',
      'query.filter_drill': 'no',
      'query.filter_button_id': 5,
      'query.filter_button_click_id': 1,
      'query.filter_search': 'ann',
      ...TEAM_FILTERS,
    }),
    {
      method: 'GET',
      path: `${base}/incident`,
      allowed: both,
      names: 'incident',
      example: ({ ids }) => ({ query: { id: ids.incident } }),
    },
    ...['incidentExport', 'incidentPdf'].map((name): RouteExample => ({
      method: 'GET',
      path: `${base}/${name}`,
      allowed: both,
      names: 'incident',
      example: ({ ids }) => ({ query: { id: ids.incident } }),
    })),
    {
      method: 'GET',
      path: `${base}/incidentMetrics`,
      allowed: both,
      names: 'team',
      example: ({ ids }) => ({ query: { team_id: ids.team } }),
      also: { 'query.months': 3 },
    },
    incidentRoute(both, `${base}/answer/incident`, { answer: 'have', eta_minutes: 10 }),
    incidentRoute(both, `${base}/progress/incident`, { state: 'on_the_way' }),
    incidentRoute(both, `${base}/note/incident`, { text: 'Gate B is open.' }),
    incidentRoute(both, `${base}/close/incident`, { outcome: 'helped', note: 'Taken home.' }),
  ];
}

/** A change of an incident. */
function incidentRoute(
  allowed: readonly Role[],
  path: string,
  values: Record<string, unknown>,
): RouteExample {
  return {
    method: 'POST',
    path,
    allowed,
    names: 'incident',
    example: ({ ids }) => ({ body: { id: ids.incident, ...values } }),
  };
}
