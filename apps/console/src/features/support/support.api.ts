import type { Legal } from '@callpoint/contract/support';
import { api } from '../../net/api.ts';

/** Calls about the administrator of this server; they need no session. */

export async function readLegal(signal: AbortSignal): Promise<Legal> {
  return (await api.get('/sapi/v1/legal', { anonymous: true, signal })).data;
}

/** Returns the message about the success. */
export async function contactOperator(body: {
  name: string;
  email: string;
  message: string;
}): Promise<string> {
  return (await api.post('/sapi/v1/contact', body, { anonymous: true })).msg;
}
