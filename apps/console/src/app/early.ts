// The page's first script, before all others and without them.
import { getFirstRowsCall } from '../features/submissions/first-rows.ts';
import { earlyRead } from '../net/early-read.ts';
import { queryString } from '../net/request.ts';
import { readSession } from '../session/session-store.ts';
import { BASE } from './routes/base.ts';
import { chosenScheme } from './theme/chosen-scheme.ts';

// The component library sets it only after everything is drawn; until then a dark page would be white.
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset['mantineColorScheme'] = chosenScheme(window.localStorage, prefersDark);

// The rows that the page will show.
const { pathname, search } = window.location;
const session = readSession(window.localStorage);
const call = session && getFirstRowsCall(session.role, pathname.slice(BASE.length), search);
if (session && call) earlyRead.start(call.path + queryString(call.query), session.token);
