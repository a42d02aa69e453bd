// A script of the login screen's page: shows the screen while the code of the console is loading.
import { LOGGED_OUT_KEY, readSession } from '../../session/session-store.ts';
import { replay } from './replay.ts';
import { FAILED_ID, LOGIN_ID } from './template-ids.ts';

const root = document.getElementById('root');
const [login, failed] = [takeTemplate(LOGIN_ID), takeTemplate(FAILED_ID)];
// After a logout, the screen has a notice above the form.
const isPlain = !readSession(window.localStorage) && !window.sessionStorage.getItem(LOGGED_OUT_KEY);
if (root && login && failed && isPlain && !root.hasChildNodes()) {
  root.append(login);
  replay(root);
  // Without its code, the form would do nothing.
  const code = document.querySelector<HTMLScriptElement>('script[type=module]:not([async])');
  // Also if it has failed already; otherwise this loads nothing again.
  if (code) import(/* @vite-ignore */ code.src).catch(() => root.replaceChildren(failed));
}

/** The content of a template, which is then no longer in the page. */
function takeTemplate(id: string): DocumentFragment | null {
  const template = document.getElementById(id);
  template?.remove();
  return template instanceof HTMLTemplateElement ? template.content : null;
}
