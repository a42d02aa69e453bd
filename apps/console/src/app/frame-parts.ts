import type { ReadResponse } from '../net/api-types.ts';
import { getOpenAlarmsCall } from '../features/alarms/open-alarms-call.ts';
import { EXPECTED_INCIDENTS_CALL, getOpenIncidentsCall } from '../features/incidents/open-incidents-call.ts';
import { getNewItemsCall } from '../features/overview/new-items/new-items-call.ts';
import { UNOPENED_CALL } from '../features/submissions/unopened-call.ts';
import type { Parts } from '../net/early-read-store.ts';
import { queryString, type QueryParameters } from '../net/request.ts';
import type { Session } from '../session/session-store.ts';

/** The call for everything around a screen, and the calls whose responses it contains. */
export function getFrameCall({ role, user }: Session): { url: string; parts: Parts } {
  return role === 'team' ? { url: '/tapi/v1/teamFrame', parts: teamParts(user.id) } : adminFrame(user.id);
}

type Call = { path: string; query?: QueryParameters };
type TeamFrame = ReadResponse<'/tapi/v1/teamFrame'>;
type AdminFrame = ReadResponse<'/api/v1/adminFrame'>;

function teamParts(id: number): Parts {
  // The contract types it, like every response of the client.
  const part = ({ path, query }: Call, of: (frame: TeamFrame['data']) => object) => ({
    url: path + queryString(query),
    bodyOf: (whole: unknown) => ({ ok: true, ...of((whole as TeamFrame).data) }),
  });
  return [
    part(getOpenAlarmsCall('/tapi/v1'), ({ alarms }) => alarms),
    part(UNOPENED_CALL, ({ unopened }) => unopened),
    part(getOpenIncidentsCall('/tapi/v1'), ({ incidents }) => incidents),
    part({ path: '/tapi/v1/submissionSummary', query: { team_id: id } }, (frame) => ({
      data: frame.submission_summary,
    })),
    part({ path: '/tapi/v1/overduePayment' }, (frame) => ({ data: frame.overdue_payment })),
    part({ path: '/tapi/v1/teamFrame' }, (frame) => ({ data: frame })),
  ];
}

function adminFrame(id: number): { url: string; parts: Parts } {
  const newItems = getNewItemsCall(window.localStorage, id);
  const part = ({ path, query }: Call, of: (frame: AdminFrame['data']) => object) => ({
    url: path + queryString(query),
    bodyOf: (whole: unknown) => ({ ok: true, ...of((whole as AdminFrame).data) }),
  });
  return {
    url: '/api/v1/adminFrame' + queryString(newItems.query),
    parts: [
      part(getOpenAlarmsCall('/api/v1'), ({ alarms }) => alarms),
      part(EXPECTED_INCIDENTS_CALL, (frame) => frame.expected_incidents),
      part({ path: '/api/v1/account' }, ({ account }) => ({ data: account })),
      part(newItems, ({ new_items: counts }) => ({ data: counts })),
    ],
  };
}
