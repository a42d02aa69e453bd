// A script of the login screen's page: shows the screen while the code of the console is loading.
import { LOGGED_OUT_KEY, readSession } from '../../session/session-store.ts';
import { replay } from './replay.ts';
import { FAILED_ID, LOGIN_ID } from './template-ids.ts';

const root = document.getElementById('root');
// After a logout, the screen has a notice above the form.
const isPlain = !readSession(window.localStorage) && !window.sessionStorage.getItem(LOGGED_OUT_KEY);
if (root && isPlain && !root.hasChildNodes()) {
  show(root, LOGIN_ID);
  replay(root);
  // Without its code, the form would do nothing.
  const code = document.querySelector<HTMLScriptElement>('script[type=module]:not([async])');
  // Also if it has failed already; otherwise this loads nothing again.
  if (code) import(/* @vite-ignore */ code.src).catch(() => show(root, FAILED_ID));
}

function show(container: HTMLElement, id: string): void {
  const template = document.getElementById(id);
  if (template instanceof HTMLTemplateElement) container.replaceChildren(template.content.cloneNode(true));
}
