import { findCall } from '@callpoint/contract/calls';

export type RequestBody = { body: string | Uint8Array<ArrayBuffer>; type: string };

/** Encodes the body of an example call as the call receives it: as JSON, or with a file in base64 as a form. */
export async function encodeBody(method: string, path: string, body: unknown): Promise<RequestBody> {
  if (findCall(method, path)?.receives !== 'multipart/form-data') {
    return { body: JSON.stringify(body), type: 'application/json' };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (name === 'image' && typeof value === 'string')
      form.append(name, fileOf(Buffer.from(value, 'base64')));
    else form.append(name, JSON.stringify(value) ?? '');
  }
  return await encodeForm(form);
}

/** A file as a phone sends it. */
export function fileOf(bytes: Uint8Array, name = 'image.jpg'): File {
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
}

export async function encodeForm(form: FormData): Promise<RequestBody> {
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { body: new Uint8Array(await response.arrayBuffer()), type };
}
