import { randomUUID } from 'node:crypto';
import type { Location } from '@callpoint/contract/fields';
import type { Dashboard } from '@callpoint/contract/phone';
import { call, type Answer } from './calls.ts';

/** Of a refusal `msg` only, else `data` only. */
type Reply<Data> = { ok: boolean; msg?: string; data?: Data };
type Submitted = { id: number; alert: string; repeated: boolean };

/** What an app user's phone does, over the phone's own calls. */
export class Phone {
  readonly #url: string;
  #token: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async logIn(email: string, password: string): Promise<Answer<Reply<{ token: string }>>> {
    const answer = await this.#call<Reply<{ token: string }>>('/login', { body: { email, password } });
    this.#token = answer.body.data?.token;
    return answer;
  }

  async dashboard(): Promise<Dashboard> {
    const { body } = await this.#call<{ data: Dashboard }>('/dashboard');
    return body.data;
  }

  /** Presses a safety button. */
  press(buttonId: number, location: Location | null = null): Promise<Answer<Reply<Submitted>>> {
    return this.#call('/button_click', { body: { ...this.#submission(location), button_id: buttonId } });
  }

  /** Sends a form. */
  send(
    formId: number,
    {
      location = null,
      ...fields
    }: { message: string; company?: string; type?: string; location?: Location | null },
  ): Promise<Answer<Reply<Submitted>>> {
    return this.#call('/form_submission', {
      body: { ...this.#submission(location), f_id: formId, ...fields },
    });
  }

  #submission(location: Location | null) {
    return { client_id: randomUUID(), location, pressed_at: new Date().toISOString() };
  }

  #call<Body>(path: string, options: { body?: unknown } = {}): Promise<Answer<Body>> {
    const token = this.#token === undefined ? {} : { token: this.#token };
    return call<Body>(this.#url, `/mapi/v1${path}`, { ...options, ...token });
  }
}
