import { timeText } from '@callpoint/alerts/templates/time-text';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import type { ExportRow, IncidentFile } from '../../../../incidents/timeline/export-chain.ts';
import { eventText, locationText, nameOf } from './event-text.ts';
import { PdfWriter } from './pdf-writer.ts';

type Data = Record<string, unknown>;

/** An exported incident as a document that people read: the same content, with the hash of its last row. */
export async function createPdf(file: IncidentFile): Promise<Buffer> {
  const rows = Map.groupBy(file.rows, ({ kind }) => kind);
  const of = (kind: string): Data[] => (rows.get(kind) ?? []).map(({ data }) => data);
  const incident: Data = of('incident')[0] ?? {};
  const zone = str(incident['time_zone']) || DEFAULT_ZONE;
  const at = (value: unknown) => (typeof value === 'string' ? timeText(value, zone) : '-');
  const drill = incident['is_drill'] === true ? 'DRILL: ' : '';
  const pdf = new PdfWriter(`${drill}${str(incident['button'])}, incident ${file.incident_id}`);

  pdf.line('Subscriber', str(incident['subscriber']));
  for (const press of of('press')) {
    pdf.line('Person', [press['name'], press['phone'], press['email']].map(str).filter(Boolean).join(', '));
    const time = at(press['pressed_at'] ?? press['received_at']);
    if (isCheckIn(of('event'))) pdf.line('No answer to a check-in', `raised ${time}`);
    else pdf.line('Pressed', time);
    pdf.line('Location', press['is_purged'] === true ? 'deleted' : locationText(press['location']));
    if ('deleted_at' in press) pdf.line('Record', deletionText(press, at));
  }
  pdf.line('State', str(incident['state']).replaceAll('_', ' '));
  pdf.line('Opened', at(incident['opened_at']));
  if (incident['owner']) {
    pdf.line('Acknowledged', `${at(incident['acknowledged_at'])} by ${nameOf(incident['owner'])}`);
  }
  if (incident['closed_at']) {
    const outcome = str(incident['outcome']).replaceAll('_', ' ');
    pdf.line('Closed', `${at(incident['closed_at'])}, outcome: ${outcome}`);
    if (str(incident['note'])) pdf.text(str(incident['note']));
  }
  const procedure = str((incident['policy'] as Data | null)?.['procedure']);
  if (procedure) {
    pdf.heading('Procedure');
    pdf.text(procedure);
  }

  pdf.heading('Timeline');
  for (const event of of('event')) pdf.line(at(event['at']), eventText(event, at));
  // The texts come before the long lists, which a full document leaves out first.
  pdf.heading('Texts of the messages');
  for (const { text, subject, body } of of('text')) {
    pdf.line(`Text ${str(text)}`, str(subject));
    pdf.text(str(body), 14);
  }
  writeRecipients(pdf, of('recipient'), at);
  writeMessages(pdf, file.rows, at);
  return await pdf.end(`Exported ${at(file.exported_at)}. ${file.count} rows, SHA-256 ${file.hash}`);
}

type At = (value: unknown) => string;

/** Nobody pressed: the server raised the emergency. */
function isCheckIn([opened]: readonly Data[]): boolean {
  return (JSON.parse(str(opened?.['data']) || '{}') as { check_in?: boolean }).check_in === true;
}

/** The press is in the deleted items until it is purged. */
function deletionText({ deleted_at, is_purged }: Readonly<Data>, at: At): string {
  const when = `deleted ${at(deleted_at)}`;
  return is_purged === true ? `${when}; its location is no longer stored` : when;
}

function writeRecipients(pdf: PdfWriter, recipients: readonly Data[], at: At): void {
  pdf.heading('Recipients and their answers');
  for (const { name, address, channel, role, answer, answered_at } of recipients) {
    if (pdf.isFull()) return;
    const answered = answer
      ? `${answer === 'have' ? 'I have it' : "I can't"}, ${at(answered_at)}`
      : 'no answer';
    const who = [name, address].map(str).filter(Boolean).join(', ') || str(role);
    pdf.line(who, `${str(channel)}, ${str(role)}: ${answered}`);
  }
}

function writeMessages(pdf: PdfWriter, rows: readonly ExportRow[], at: At): void {
  pdf.heading('Messages with their attempts and receipts');
  for (const { kind, data } of rows) {
    if (pdf.isFull()) return;
    if (kind === 'message') writeMessage(pdf, data, at);
    if (kind === 'attempt') {
      pdf.text(`${at(data['at'])}: ${str(data['outcome'])}. ${str(data['detail'])}`, 14);
    }
  }
}

function writeMessage(pdf: PdfWriter, data: Readonly<Data>, at: At): void {
  const delivered = data['delivered_at'] ? `, delivered ${at(data['delivered_at'])}` : '';
  const sent = data['sent_at'] ? `, sent ${at(data['sent_at'])}` : '';
  const reason = str(data['reason']) && ` (${str(data['reason'])})`;
  // News for everyone who was notified belongs to no step.
  const step = data['step'] === null ? 'news' : `step ${str(data['step'])}`;
  const to = `${str(data['channel'])} to ${str(data['address']) || str(data['role'])}`;
  pdf.line(
    `Message ${str(data['id'])}`,
    `${step}, ${to}, text ${str(data['text'])}: ${str(data['state'])}${reason}${sent}${delivered}`,
  );
}

function str(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
