/** The nonce of style elements for the page's content security policy; empty if the page has none. */
export const styleNonce = document.getElementById('callpoint-config')?.nonce ?? '';
