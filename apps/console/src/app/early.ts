// The page's first script, before all others and without them.
import { getFirstRowsCall } from '../features/submissions/lists/first-rows.ts';
import { earlyRead } from '../net/early-read.ts';
import { queryString } from '../net/request.ts';
import { readSession } from '../session/session-store.ts';
import { BASE } from '../links/base.ts';
import { getFrameCall } from './frame-parts.ts';
import { chosenScheme } from './theme/chosen-scheme.ts';

// The component library sets it only after everything is drawn; until then a dark page would be white.
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset['mantineColorScheme'] = chosenScheme(window.localStorage, prefersDark);

// The rows that the page will show, and the emergencies above them: their bar must not push the page down later.
const { pathname, search } = window.location;
const session = readSession(window.localStorage);
if (session) {
  const { role, token } = session;
  const rows = getFirstRowsCall(role, pathname.slice(BASE.length), search);
  if (rows) earlyRead.start(rows.path + queryString(rows.query), token);
  const frame = getFrameCall(session);
  earlyRead.startParts(frame.url, token, frame.parts);
  // The first format of a process loads the names of all time zones, which takes a slow phone a tenth of a second. The
  // table needs one: it is created while the line is still busy with the other files.
  new Intl.DateTimeFormat().format();
}
