/** Extended by `app/screens.ts` with its list; the folders below `app` cannot import it. */
export interface Declared {}

type DeclaredScreen = Declared extends { screens: readonly (infer Screen)[] } ? Screen : never;
/** The paths of all screens as patterns, e.g. `users/edit/:userId`. */
type Pattern<Screen = DeclaredScreen> = Screen extends { at: infer Paths } ? Paths[keyof Paths] : never;

/** A pattern with a slash before it, and with numbers as its parameters: `/users/edit/${number}`. */
type PathOf<P> = P extends `/${infer Rest}`
  ? PathOf<Rest>
  : P extends string
    ? `/${WithParameters<P>}`
    : never;
type WithParameters<P extends string> = P extends `${infer Before}:${string}/${infer After}`
  ? `${Before}${number}/${WithParameters<After>}`
  : P extends `${infer Before}:${string}`
    ? `${Before}${number}`
    : P;

/** Redirects to the start page of the visitor's role. */
type StartPath = '/';
type ScreenPath = PathOf<Pattern>;

/** A path that a link may open: the start page or a screen of the list, with any query. Other paths are type errors. */
export type PagePath = StartPath | ScreenPath | `${ScreenPath}?${string}`;
