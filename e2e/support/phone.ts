import { randomUUID } from 'node:crypto';
import type { Location } from '@callpoint/contract/fields';
import type { Dashboard } from '@callpoint/contract/phone';
import { call, type CallResult } from './calls.ts';

/** An error has only `msg`, a success only `data`. */
type PhoneResponse<Data> = { ok: boolean; msg?: string; data?: Data };
type SubmissionResult = { id: number; alert: string; repeated: boolean };

/** The phone of an app user: sends the same calls as the app. */
export class Phone {
  readonly #url: string;
  #token: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async logIn(email: string, password: string): Promise<CallResult<PhoneResponse<{ token: string }>>> {
    const result = await this.#call<PhoneResponse<{ token: string }>>('/login', {
      body: { email, password },
    });
    this.#token = result.body.data?.token;
    return result;
  }

  async dashboard(): Promise<Dashboard> {
    const { body } = await this.#call<{ data: Dashboard }>('/dashboard');
    return body.data;
  }

  /** Presses a safety button. */
  press(
    buttonId: number,
    location: Location | null = null,
  ): Promise<CallResult<PhoneResponse<SubmissionResult>>> {
    return this.#call('/button_click', {
      body: { ...this.#submissionFields(location), button_id: buttonId },
    });
  }

  /** Submits a form. */
  submitForm(
    formId: number,
    {
      location = null,
      ...fields
    }: {
      message: string;
      company?: string;
      type?: string;
      images?: readonly string[];
      location?: Location | null;
    },
  ): Promise<CallResult<PhoneResponse<SubmissionResult>>> {
    return this.#call('/form_submission', {
      body: { ...this.#submissionFields(location), f_id: formId, ...fields },
    });
  }

  /** Uploads an image for form 1, and returns its key. */
  async uploadImage(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const body = new FormData();
    body.append('image', new Blob([bytes]));
    const headers = { authorization: `Bearer ${this.#token ?? ''}` };
    const response = await fetch(`${this.#url}/mapi/v1/images`, { method: 'POST', headers, body });
    if (response.status !== 200) throw new Error(`the upload returned ${response.status}`);
    return ((await response.json()) as { data: { key: string } }).data.key;
  }

  #submissionFields(location: Location | null) {
    return { client_id: randomUUID(), location, pressed_at: new Date().toISOString() };
  }

  #call<Body>(path: string, options: { body?: unknown } = {}): Promise<CallResult<Body>> {
    const token = this.#token === undefined ? {} : { token: this.#token };
    return call<Body>(this.#url, `/mapi/v1${path}`, { ...options, ...token });
  }
}
