import { z } from 'zod';

/** The parts that declarations of environment variables share. */

/** A wrong setting. `message` is one line that names every variable that is wrong. */
export class EnvironmentError extends Error {}

/** An optional URL with one of the protocols. */
export const optionalUrl = (protocols: readonly string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    })
    .optional();
export const webUrl = optionalUrl(['http:', 'https:']);

/** The environment variables of a channel, and the settings that are built from them. */
export type ChannelVariables<Settings> = {
  /** The schema of each variable, by its name. */
  shape: z.ZodRawShape;
  /** The settings; null if the channel is not configured. Throws EnvironmentError for an incomplete configuration. */
  read(values: Readonly<Record<string, unknown>>): Settings | null;
};

/** Declares the variables of a channel; `read` gets their validated values. */
export function channelVariables<Shape extends z.ZodRawShape, Settings>(
  shape: Shape,
  read: (values: z.output<z.ZodObject<Shape>>) => Settings | null,
): ChannelVariables<Settings> {
  return { shape, read: (values) => read(values as z.output<z.ZodObject<Shape>>) };
}
