import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { defineCall, defineCalls } from './call.ts';
import { createQueryIdSchema } from './fields.ts';

/** The record of an incident as one file: what happened, who was notified with which text, and who answered. */

const query = z.object({ id: createQueryIdSchema('The incident.') });
const MISSING = {
  404: { description: 'There is no such incident.', msg: 'The incident does not exist.', field: 'id' },
} as const;

export const incidentExportCalls = defineCalls(() => ({
  json: defineCall({
    name: 'exportIncident',
    method: 'GET',
    path: '/incidentExport',
    bases: CONSOLE_BASES,
    permission: 'incident.list',
    query,
    response: z.string().describe('JSON: rows, each with its hash and the hash of the row before it.'),
    streams: 'application/json',
    errors: MISSING,
    subject: 'incident',
    audited: true,
    summary: 'The record of an incident as JSON',
    description:
      'The incident with its policy, its events, each message with its exact text, every attempt and receipt, and the answers. `npm run verify-incident` names each row that was changed, added, removed or moved afterwards.',
    example: { query: { id: '1' }, response: '{"format":"callpoint-incident-1","rows":[]}' },
  }),
  pdf: defineCall({
    name: 'printIncident',
    method: 'GET',
    path: '/incidentPdf',
    bases: CONSOLE_BASES,
    permission: 'incident.list',
    query,
    response: z.string().describe('A PDF document.'),
    streams: 'application/pdf',
    errors: MISSING,
    subject: 'incident',
    audited: true,
    summary: 'The record of an incident as PDF',
    description: 'The same content as the JSON file, to read and to print, with the hash of its last row.',
    example: { query: { id: '1' }, response: '(the bytes of the document)' },
  }),
}));
