// The page's first script, before all others and without them.
import { getOpenAlarmsCall } from '../features/alarms/open-alarms-call.ts';
import { getFirstRowsCall } from '../features/submissions/lists/first-rows.ts';
import { UNOPENED_CALL } from '../features/submissions/unopened-call.ts';
import { earlyRead } from '../net/early-read.ts';
import { queryString } from '../net/request.ts';
import { readSession } from '../session/session-store.ts';
import { BASE } from '../links/base.ts';
import { chosenScheme } from './theme/chosen-scheme.ts';

// The component library sets it only after everything is drawn; until then a dark page would be white.
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset['mantineColorScheme'] = chosenScheme(window.localStorage, prefersDark);

// The rows that the page will show, and the emergencies above them: their bar must not push the page down later.
const { pathname, search } = window.location;
const session = readSession(window.localStorage);
if (session) {
  const { role, token } = session;
  const calls = [
    getFirstRowsCall(role, pathname.slice(BASE.length), search),
    role === 'team' ? UNOPENED_CALL : null,
    getOpenAlarmsCall(role === 'team' ? '/tapi/v1' : '/api/v1'),
  ];
  for (const call of calls) if (call) earlyRead.start(call.path + queryString(call.query), token);
}
