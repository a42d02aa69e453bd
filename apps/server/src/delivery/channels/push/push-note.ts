import { cleanLine, cleanText, shorten } from '@callpoint/alerts/templates/clean-text';
import type { NotePayload } from '@callpoint/contract/push';
import type { MessageText } from '../channel.ts';

/** The longest title and text, in UTF-16 code units: a phone shows less. */
const MAX_TITLE = 100;
const MAX_BODY = 600;

/**
 * What a device shows. The address in the last line of the text opens if it is one of this server; otherwise the console
 * or the phone app opens. A payload has at most 4 kB, also in scripts with three bytes a character.
 */
export function pushNote(
  { subject, body, message_key }: Pick<MessageText, 'subject' | 'body'> & { message_key: string },
  publicUrl: string | null,
): NotePayload {
  const url = addressIn(body, publicUrl);
  const text = cleanText(url === null ? body : body.replace(url, '')).trim();
  const [first = '', ...more] = text.split('\n');
  const title = subject === null ? first : subject;
  const shown = subject === null ? more.join('\n') : text;
  return {
    kind: 'note',
    id: message_key,
    title: shorten(cleanLine(title), MAX_TITLE, '…'),
    body: shorten(shown.trim(), MAX_BODY, '…'),
    path: url === null || publicUrl === null ? null : url.slice(publicUrl.length),
  };
}

/** The last address of this server in a text. */
function addressIn(text: string, publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  const addresses = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  return addresses.findLast((address) => address.startsWith(`${publicUrl}/`) && address.length < 500) ?? null;
}
