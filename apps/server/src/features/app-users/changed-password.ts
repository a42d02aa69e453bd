import type { FastifyRequest } from 'fastify';
import type { Row } from '../../db/rows.ts';
import { createAccountHashingWithQuota } from '../../http/auth/hashing.ts';
import { hashPassword, verifyPassword } from '../../http/auth/passwords.ts';
import { REPEATED_WITHIN } from './sms-consent.ts';

/**
 * The columns of an app user's new password. They stay the same where someone else has just set this password: a call
 * that is sent again because its response was lost changes nothing.
 * @param expectedUpdatedAt the version of the user that the caller read
 */
export async function changedPassword(
  request: FastifyRequest,
  user: Row<'app_user'>,
  password: string,
  expectedUpdatedAt: string | undefined,
  now = new Date(),
): Promise<Pick<Row<'app_user'>, 'password_hash' | 'password_set_by_other'>> {
  // The person's own password is never compared: the response would reveal whether it was guessed.
  const canBeRepeat =
    expectedUpdatedAt !== undefined &&
    expectedUpdatedAt !== user.updated_at &&
    user.password_set_by_other === 1 &&
    now.getTime() - Date.parse(user.updated_at) < REPEATED_WITHIN;
  return await createAccountHashingWithQuota(request)(async () => {
    const { password_hash: stored } = user;
    const isRepeat = canBeRepeat && (await verifyPassword(password, stored));
    return { password_hash: isRepeat ? stored : await hashPassword(password), password_set_by_other: 1 };
  });
}
