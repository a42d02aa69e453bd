/**
 * The files of each screen of the console, in addition to the page's own, by the screen's path (`users/edit/:userId`).
 */
export type Preloads = Readonly<Record<string, readonly string[]>>;

/**
 * Returns a function that adds preload links for the files of a screen to the console's page, so that they are requested
 * together with the first files. For an unknown path it returns the page without links.
 * @param base the URL path of the files, e.g. `/app/`
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

/** The same mode as the later request: otherwise the browser discards the preload and fetches the file again. */
function linkTo(address: string): string {
  return address.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${address}">`
    : `<link rel="modulepreload" crossorigin href="${address}">`;
}
