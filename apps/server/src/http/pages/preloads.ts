/** Of each screen of the console by its path (`users/edit/:userId`): the files that it needs besides the page's own. */
export type Preloads = Readonly<Record<string, readonly string[]>>;

/**
 * Gives the console's page for an address: the one with links to the files of the screen that is there, so that they
 * are asked for with the first ones, and not when those have run. An address of no screen gets the page as it is.
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

/** Like the links that ask for the file in the end: a preload of another mode is thrown away and fetched once more. */
function linkTo(address: string): string {
  return address.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${address}">`
    : `<link rel="modulepreload" crossorigin href="${address}">`;
}
