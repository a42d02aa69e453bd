/** What a style element must carry to pass the page's content security policy; empty where the page has none. */
export const styleNonce = document.getElementById('callpoint-config')?.nonce ?? '';
