import { api } from './api.ts';

/** Sends the signed-in subscriber the link that confirms its email address; resolves to the server's sentence. */
export async function resendConfirmation(): Promise<string> {
  return (await api.post('/tapi/v1/sendConfirmation', {})).msg;
}
