import { posix } from 'node:path';
import { type ObjectExpression, parseSync, Visitor } from 'oxc-parser';

/** One screen of the console. */
export type Screen = {
  /** As the router has it, e.g. `users/edit/:userId`, without a slash before it. */
  path: string;
  /** Who sees it first; what several see is named once. */
  who: 'nobody' | 'team' | 'admin';
  /** The source file of its page, relative to the app. */
  file: string;
};

/** Relative to the app. */
export const ROUTES_FILE = 'src/app/routes/pages.ts';

/** All screens that the routes file has, in its order. */
export function readScreens(source: string): Screen[] {
  const { program } = parseSync(ROUTES_FILE, source);
  const screens: Screen[] = [];
  let who: Screen['who'] = 'nobody';
  new Visitor({
    // `team: [...]` and `admin: [...]`; the page to log out is everybody's who is signed in.
    Property({ key }) {
      if (key.type === 'Identifier' && (key.name === 'team' || key.name === 'admin')) who = key.name;
    },
    VariableDeclarator({ id }) {
      if (id.type === 'Identifier') who = id.name.startsWith('LOGOUT') ? 'team' : 'nobody';
    },
    ObjectExpression(node) {
      const parts = readRoute(node);
      if (parts) screens.push({ ...parts, who });
    },
  }).visit(program);
  return screens;
}

/** `{ path: '…', lazy: () => import('…') }`, or undefined where it is something else. */
function readRoute({ properties }: ObjectExpression): Pick<Screen, 'path' | 'file'> | undefined {
  let path: string | undefined;
  let file: string | undefined;
  for (const property of properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    const { key, value } = property;
    if (key.name === 'path' && value.type === 'Literal') path = String(value.value).replace(/^\//, '');
    if (key.name === 'lazy' && value.type === 'ArrowFunctionExpression') {
      const { body } = value;
      if (body.type === 'ImportExpression' && body.source.type === 'Literal') {
        file = posix.join(posix.dirname(ROUTES_FILE), String(body.source.value));
      }
    }
  }
  return path === undefined || file === undefined ? undefined : { path, file };
}
