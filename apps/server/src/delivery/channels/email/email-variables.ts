import { z } from 'zod';
import { readCertificates } from '../../../config/certificates.ts';
import { smtpUrlProblems } from '../../../config/smtp-url.ts';
import { channelVariables } from '../../../config/variables.ts';
import type { SmtpSettings } from './smtp.ts';

/** The sender if MAIL_FROM is not set: an address that does not exist. */
export const DEFAULT_FROM = 'alerts@callpoint.local';

/** The environment variables of email. */
export const emailVariables = channelVariables(
  {
    SMTP_URL: z
      .string()
      .superRefine((value, context) => {
        for (const message of smtpUrlProblems(value)) context.addIssue({ code: 'custom', message });
      })
      .optional(),
    SMTP_CA: z
      .string()
      .transform((file, context) => {
        const certificates = readCertificates(file);
        if (certificates) return certificates;
        context.addIssue({ code: 'custom', message: 'must be a file of PEM certificates that can be read' });
        return z.NEVER;
      })
      .optional(),
    MAIL_FROM: z.email('must be an email address').default(DEFAULT_FROM),
  },
  ({ SMTP_URL, MAIL_FROM, SMTP_CA }): SmtpSettings | null =>
    SMTP_URL ? { url: SMTP_URL, from: MAIL_FROM, ca: SMTP_CA ?? null } : null,
);
