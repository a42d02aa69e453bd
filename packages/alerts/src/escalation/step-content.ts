import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { PlannedMessage } from '../plan/messages.ts';
import { asDrill, withAnswerLine, withoutLinks } from './answer-line.ts';
import type { IncidentTexts } from './incident-texts.ts';

type Content = Pick<PlannedMessage, 'subject' | 'text' | 'html'>;

/** The content of a channel's message: its kind of text; that of a drill is marked as one. */
export function incidentContent(
  channel: Channel,
  texts: IncidentTexts,
  { asksForAnswer, isDrill }: { asksForAnswer: boolean; isDrill: boolean },
): Content {
  const { contentKind, isCall } = CHANNEL[channel];
  const content: Content =
    contentKind === 'mail'
      ? { subject: texts.subject, text: texts.mail, html: texts.html }
      : {
          subject: contentKind === 'note' ? texts.subject : null,
          text: isCall ? texts.spoken : texts.text,
          html: null,
        };
  // A call asks for a key in its own words.
  const asked = asksForAnswer && !isCall ? withAnswerLine(content) : withoutLinks(content);
  return isDrill ? asDrill(asked) : asked;
}
