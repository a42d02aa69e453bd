import { createRequire } from 'node:module';
import type twilio from 'twilio';

type Library = typeof twilio;

let library: Library | undefined;

/** The official library. It is loaded when it is first used: a server without SMS and calls starts without it. */
export function twilioLibrary(): Library {
  library ??= createRequire(import.meta.url)('twilio') as Library;
  return library;
}
