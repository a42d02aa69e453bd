import type { ChannelFinding } from '../channel.ts';
import { E164, type TwilioAccount } from './twilio-account.ts';
import { textsOf } from './twilio-http.ts';

const API = 'https://api.twilio.com';
/** Milliseconds of one request. */
const TIMEOUT = 15_000;

type Response = { status: number; date: string | null; body: Record<string, unknown> };

const problem = (text: string, fix: string): ChannelFinding => ({ level: 'problem', text, fix });

/** Whether the account is active and owns the from-number. Sends nothing. */
export async function examineTwilio(account: TwilioAccount & { from: string }): Promise<ChannelFinding[]> {
  try {
    const response = await request(account, '.json');
    const providerTime = response.date === null ? {} : { providerTime: new Date(response.date) };
    const finding = { ...accountFinding(response), ...providerTime };
    if (finding.level !== 'ok' || !E164.test(account.from)) return [finding];
    return [finding, await examineNumber(account)];
  } catch (error) {
    const { message } = textsOf(error);
    return [
      problem(
        `Twilio does not respond: ${message}`,
        'Check that this machine reaches Twilio: its name server, its firewall, and TWILIO_BASE_URL if it is set.',
      ),
    ];
  }
}

function accountFinding({ status, body }: Response): ChannelFinding {
  if (status === 401) {
    return problem(
      'Twilio rejects the account or its token',
      'Compare TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN with Twilio’s console.',
    );
  }
  if (status !== 200) {
    return problem(`Twilio responded with ${status}`, 'Read Twilio’s status page, and try again.');
  }
  if (body['status'] === 'active') return { level: 'ok', text: 'the account at Twilio is active', fix: null };
  return problem(
    `the account at Twilio is not active: ${String(body['status'])}`,
    'Activate it in Twilio’s console.',
  );
}

async function examineNumber(account: TwilioAccount & { from: string }): Promise<ChannelFinding> {
  const query = new URLSearchParams({ PhoneNumber: account.from });
  const { status, body } = await request(account, `/IncomingPhoneNumbers.json?${query.toString()}`);
  const numbers = body['incoming_phone_numbers'];
  if (status === 200 && Array.isArray(numbers) && numbers.length > 0)
    return { level: 'ok', text: `the account owns ${account.from}`, fix: null };
  return {
    level: 'warning',
    text: `the account does not list ${account.from} as its own`,
    fix: 'Buy it in Twilio’s console, or use another from-number.',
  };
}

async function request({ accountSid, authToken, baseUrl }: TwilioAccount, path: string): Promise<Response> {
  const response = await fetch(`${baseUrl ?? API}/2010-04-01/Accounts/${accountSid}${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  return { status: response.status, date: response.headers.get('date'), body };
}
