import { z } from 'zod';
import { email, line, newPassword, phone } from './fields.ts';
import { TEXTS } from './texts.ts';

/** The subscriber's account. */

export const signup = z
  .object({
    email,
    account_name: line(100),
    first_name: line(100),
    last_name: line(100),
    phone,
    password: newPassword,
    re_password: z.string({ error: 'is required' }).max(128),
  })
  .refine((body) => body.password === body.re_password, {
    path: ['re_password'],
    message: TEXTS.passwordMismatch,
  });

export const PLAN_KINDS = ['free', 'paid', 'upgrade_by_admin'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** App users that a subscriber on the free plan may have. */
export const FREE_MAX_USERS = 10;
