import { z } from 'zod';
import { RATE_LIMIT_ERROR } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { email, requiredName, requiredText, timestamp } from './fields.ts';

/** The terms, the privacy notice, and messages to the administrator of this server. */

export const LEGAL_KINDS = ['terms', 'privacy'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

/** The texts of a server whose operator has published none. */
export const DEFAULT_LEGAL: Readonly<Record<LegalKind, string>> = {
  terms:
    'The operator of this server has not published terms of its own yet. Callpoint is provided as is, without a warranty. It does not replace an emergency call: in immediate danger, call 911 first. Contact the operator before you rely on this service.',
  privacy:
    'The operator of this server has not published a privacy notice of its own yet. Callpoint stores your account and your app users with their names, email addresses, and phone numbers. It also stores their submissions, with the locations that their phones share, and the messages about them. It uses this data to notify the people you choose. The operator can read this data. Contact the operator to learn how long it is stored, or to have it deleted.',
};

const legalText = z.object({
  text: z.string(),
  version: z.string().describe('Different for each text: what a subscriber accepts at sign-up.'),
  since: timestamp.nullable().describe('When the operator published this text; null for a default.'),
  is_default: z.boolean().describe('The operator has not published a text of its own.'),
});
export const legalResponse = z.object({
  ok: z.literal(true),
  data: z.object({ terms: legalText, privacy: legalText }),
});
export type Legal = z.infer<typeof legalResponse>['data'];

const contactBody = z.strictObject({
  name: requiredName(100).describe('The name of the person who writes.'),
  email: email.describe('Where the administrator replies to.'),
  message: requiredText(5000).describe('The message, not blank.'),
});

const EXAMPLE = { text: DEFAULT_LEGAL.terms, version: '3f2b8c1e6f0a', since: null, is_default: true };

export const supportCalls = defineCalls(() => ({
  legal: defineCall({
    name: 'getLegal',
    method: 'GET',
    path: '/legal',
    bases: ['/sapi/v1'],
    permission: 'public',
    response: legalResponse,
    errors: RATE_LIMIT_ERROR,
    summary: 'The terms and the privacy notice',
    example: {
      response: {
        ok: true,
        data: { terms: EXAMPLE, privacy: { ...EXAMPLE, text: DEFAULT_LEGAL.privacy } },
      },
    },
  }),
  contact: defineCall({
    name: 'contactOperator',
    method: 'POST',
    path: '/contact',
    bases: ['/sapi/v1'],
    permission: 'public',
    body: contactBody,
    response: doneResponse,
    errors: {
      429: {
        description: 'Too many calls or messages from one network; Retry-After has the seconds to wait.',
        msg: 'Your network has sent many messages today. Try again tomorrow.',
      },
      503: {
        description: 'This server cannot send email, or the mail server did not accept the message.',
        msg: 'Your message could not be sent. Try again later.',
      },
    },
    audited: false,
    summary: 'Write to the administrator of this server',
    description:
      'Sent by email to the addresses of the configuration (`support_emails`), else to the administrators.',
    example: {
      body: { name: 'Tess Miller', email: 'tess@example.com', message: 'Please raise our limit of SMS.' },
      response: { ok: true, msg: 'Your message was sent.' },
    },
  }),
}));
