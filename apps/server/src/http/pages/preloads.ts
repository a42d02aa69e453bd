/** Of each screen of the console by its path (`users/edit/:userId`): the files that it needs besides the page's own. */
export type Preloads = Readonly<Record<string, readonly string[]>>;

/**
 * Gives the console's page for an address: the one with links to the files of the screen that is there, so that they
 * are requested with the first ones, and not after those have run. An unknown address gets the page without links.
 * @param base where the files are, e.g. `/app/`
 */
export function pagesWithPreloads(html: string, preloads: Preloads, base: string): (path: string) => string {
  const screens = Object.entries(preloads).map(([route, files]) => ({
    pattern: patternOf(route, base),
    page: html.replace('</head>', () => `${files.map((file) => linkTo(base + file)).join('')}</head>`),
  }));
  return (path) => screens.find(({ pattern }) => pattern.test(path))?.page ?? html;
}

function patternOf(route: string, base: string): RegExp {
  const parts = route.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)));
  return new RegExp(`^${RegExp.escape(base)}${parts.join('/')}/?$`);
}

/** Like the links that load the file later: the browser discards a preload of another mode and fetches it again. */
function linkTo(address: string): string {
  return address.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${address}">`
    : `<link rel="modulepreload" crossorigin href="${address}">`;
}
