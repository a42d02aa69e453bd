import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import { missedCheckInNote, withNote } from '@callpoint/alerts/plan/send-note';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import type { Presses } from '../../check-ins/raise-overdue.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { acceptSubmissions, type AcceptedSubmission } from './accept-submissions.ts';
import { announceAccepted, type AnnounceDependencies } from './announce-accepted.ts';
import { prepareSubmission, type PrepareDependencies } from './prepare-submission.ts';
import type { PreparedSubmission } from './prepared-submission.ts';

type Dependencies = PrepareDependencies & AnnounceDependencies & { channels: ConfiguredChannels };

/** Emergencies that the server raises for people who have not answered a check-in: like presses of their phones. */
export function raisedPresses(needs: Dependencies): Presses<PreparedSubmission, AcceptedSubmission> {
  return {
    async prepare({ person, clientId, location, missed }, now) {
      const prepared = await prepareSubmission(
        needs,
        person,
        {
          item: { kind: 'button', id: EMERGENCY_BUTTON_ID },
          client_id: clientId,
          location,
          pressed_at: now.toISOString(),
          // The person relies on a check-in that was started while the button was on.
          evenIfOff: true,
        },
        now,
      );
      const note = missedCheckInNote(missed.dueAt, missed.zone);
      return {
        ...prepared,
        messages: prepared.messages.map((message) => startWith(note, message)),
        incident: prepared.incident && { ...prepared.incident, isCheckIn: true },
      };
    },
    accept: (tx, presses, now) => acceptSubmissions(tx, needs.channels, presses, now),
    announce: (presses, accepted, now) => announceAccepted(needs, presses, accepted, now),
  };
}

/** The note is part of the text itself, so that a message that is sent again still has it. */
function startWith(note: string, message: PlannedMessage): PlannedMessage {
  if (message.skipped !== null) return message;
  const { subject, body, html } = withNote({ ...message, body: message.text }, note);
  return { ...message, subject, text: body, html };
}
