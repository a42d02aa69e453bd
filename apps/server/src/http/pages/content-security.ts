/** Content security policies: what a browser may load and run for each kind of response. */

type Directives = Readonly<Record<string, readonly string[]>>;

/** Every policy: nothing is loaded unless it is listed, and no site may frame the response. */
const CLOSED: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
};

/** Data, files and errors: they load nothing. */
export const DATA_POLICY = policyOf({});

/** Images of forms: if a browser opens one as a page, it is isolated from ours. */
export const IMAGE_POLICY = policyOf({ sandbox: [] });

/** The one style element that the API reference creates; a new version of it may need another hash. */
const API_PAGE_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** The page of the API reference. It sets styles on elements and draws its icons from `data:` addresses. */
export const API_PAGE_POLICY = policyOf({
  'connect-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'script-src': ["'self'"],
  'style-src': ["'self'", API_PAGE_STYLE],
  'style-src-attr': ["'unsafe-inline'"],
});

/** The phone app: its own files only; `blob:` for pictures that were chosen. */
export const PHONE_POLICY = policyOf({
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'manifest-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'worker-src': ["'self'"],
});

/** The page behind a personal link: a form and its own styles, no script. */
export const RESPOND_POLICY = policyOf({ 'form-action': ["'self'"], 'style-src': ["'unsafe-inline'"] });

/** The console's page: its policies with the nonce of a response. Style elements need the nonce. */
export type PagePolicies = {
  page: (nonce: string) => string;
  /** For the screens that load the payment provider's script. */
  payment: (nonce: string) => string;
};

/** @param imageOrigins origins of images that are not https */
export function pagePolicies(imageOrigins: readonly string[]): PagePolicies {
  const page: Directives = {
    'connect-src': ["'self'"],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    // Images of the subscriber's forms are stored wherever the phone uploaded them.
    'img-src': ["'self'", 'data:', 'https:', ...imageOrigins],
    'manifest-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", `'nonce-${MARK}'`],
    // The component library sets style attributes.
    'style-src-attr': ["'unsafe-inline'"],
  };
  // As the provider documents it for its card fields and for the authentication by the bank.
  const provider: Directives = {
    'connect-src': ["'self'", 'https://api.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  };
  return { page: withNonce(page), payment: withNonce({ ...page, ...provider }) };
}

const MARK = 'NONCE';

function withNonce(directives: Directives): (nonce: string) => string {
  const [before = '', ...after] = policyOf(directives).split(MARK);
  return (nonce) => before + nonce + after.join('');
}

function policyOf(directives: Directives): string {
  return Object.entries({ ...CLOSED, ...directives })
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
