/** Written by the console's build: the login screen as templates, and the script that shows it. */
export const EARLY_LOGIN = 'early-login.html';

/** Where visitors start who are not signed in. With a query, the screen has a notice above the form. */
const ADDRESS = /^\/app\/(login)?$/;
const SIGN_UP = /<a href="\/app\/register">[^<]*<\/a>/;

export type EarlyLogin = {
  /** The text of `early-login.html`. */
  templates: string;
  /** The URL paths of the screen's style sheets. */
  styles: readonly string[];
  signUp: 'open' | 'closed';
};

/** Whether the page at this address of a request contains the login screen. */
export function hasEarlyLogin(url: string): boolean {
  return ADDRESS.test(url);
}

/**
 * Adds the login screen and its styles to the console's page. A script of `early-login.html` shows it while the code is loading,
 * unless someone is signed in.
 */
export function withEarlyLogin(page: string, { templates, styles, signUp }: EarlyLogin): string {
  const links = styles.map((path) => `<link rel="stylesheet" crossorigin href="${path}">`).join('');
  const screen = signUp === 'open' ? templates : templates.replace(SIGN_UP, '');
  return page.replace('</head>', () => `${links}</head>`).replace('</body>', () => `${screen}</body>`);
}
