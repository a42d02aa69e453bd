/** In the stored text of a message about an incident. The recipient's personal link replaces it when the message is sent. */
export const RESPOND_LINK = '{{RESPOND_LINK}}';

/** A stored text for people to read. */
export function showPersonalLinks(text: string): string {
  return text.replaceAll(RESPOND_LINK, '[personal link]');
}

/** The path of the page behind a personal link, and the characters of its token. */
export const RESPOND_PATH = 'respond';
const TOKEN_LENGTH = 22;

/** A stored text that is as long as the one that the server at `origin` sends. */
export function fillPersonalLinks(text: string, origin: string): string {
  return text.replaceAll(RESPOND_LINK, `${origin}/${RESPOND_PATH}/${'x'.repeat(TOKEN_LENGTH)}`);
}
