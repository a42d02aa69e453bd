import { itemLabel, type Item } from '@callpoint/contract/catalogue';
import { emailDocument } from '../templates/email-document.ts';
import { escapeHtml } from '../templates/rendering.ts';
import { timeText } from '../templates/time-text.ts';

export type StepInput = {
  item: Item;
  name: string;
  phone: string;
  at: string;
  zone: string;
  now: string;
  place: string | null;
  mapUrl: string | null;
  reason: 'due' | 'undelivered' | 'declined' | 'repeat';
  procedure: string;
};

export function stepMessage({ item, name, phone, at, zone, place, mapUrl, procedure }: StepInput) {
  const what = `${itemLabel(item)}: ${name}`;
  const subject = `No one has answered yet. ${what}`;
  const lines = [
    subject,
    `Pressed at ${timeText(at, zone)}.`,
    `Call them: ${phone}`,
    `Location: ${place ?? 'not known'}`,
    mapUrl ?? '',
    procedure,
  ];
  const mail = lines.filter((line) => line !== '').join('\n\n');
  return {
    subject,
    mail,
    html: emailDocument(subject, escapeHtml(mail)),
    text: `${subject}. Pressed at ${timeText(at, zone)}. Call them: ${phone}. ${mapUrl ?? ''}`,
    spoken: `${what}. Press 1 if you have it. Press 2 if you can't.`,
  };
}

export function safeMessage({
  item,
  name,
  phone,
  reason,
  at,
  zone,
}: {
  item: Item;
  name: string;
  phone: string;
  reason: string;
  at: string;
  zone: string;
}) {
  const subject = `${name} says: I am safe. ${itemLabel(item)}`;
  const mail = `${subject}\n\n${timeText(at, zone)}: ${reason}\n\nCheck that it is true: ${phone}. Then close the incident.`;
  return {
    subject,
    mail,
    html: emailDocument(subject, escapeHtml(mail)),
    text: `${subject}: ${reason}. Check: ${phone}`,
    spoken: subject,
  };
}
