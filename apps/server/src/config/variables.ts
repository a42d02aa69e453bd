import { z } from 'zod';
import { protocolProblem } from './protocols.ts';
import { StartError } from './start-error.ts';

/** The parts that declarations of environment variables share. */

/** A wrong setting. `message` is one line that names every variable that is wrong. */
export class EnvironmentError extends StartError {}

/** An optional address of a website or a service. */
export const webUrl = z
  .string()
  .superRefine((value, context) => {
    const problem = protocolProblem(value, ['http:', 'https:']);
    if (problem === null && URL.canParse(value)) return;
    const message = problem ?? 'must be an address like https://host.example';
    context.addIssue({ code: 'custom', message });
  })
  .optional();

/** The names of the variables that are set. */
export type GivenNames = ReadonlySet<string>;

/** The environment variables of a channel, and the settings that are built from them. */
export type ChannelVariables<Settings> = {
  /** The schema of each variable, by its name. */
  shape: z.ZodRawShape;
  /** Sentences about variables that are missing; also if others are invalid. */
  findMissing(given: GivenNames): string[];
  /** The settings; null if the channel is not configured. Called if nothing is invalid or missing. */
  read(values: Readonly<Record<string, unknown>>): Settings | null;
};

/** Declares the variables of a channel; `read` gets their validated values. */
export function channelVariables<Shape extends z.ZodRawShape, Settings>(
  shape: Shape,
  read: (values: z.output<z.ZodObject<Shape>>) => Settings | null,
  findMissing: (given: GivenNames) => string[] = () => [],
): ChannelVariables<Settings> {
  return { shape, findMissing, read: (values) => read(values as z.output<z.ZodObject<Shape>>) };
}
