import { CHANNELS } from '@callpoint/contract/channels/channels';
import { describeLocation, type DatabaseLocation } from './db/connection.ts';
import { DRIVER } from './delivery/channels/channels.ts';
import type { Environment } from './delivery/channels/environment.ts';
import type { ensureFirstAdministrator } from './features/sessions/administrators.ts';

/** The address of the console. @param url where the server listens */
export function consoleUrl(url: string, { publicUrl }: Pick<Environment, 'publicUrl'>): string {
  return `${publicUrl ?? url}/app/`;
}

/** The lines that a terminal shows after the start. @param first the administrator that was created; null: there was one */
export function greeting(
  url: string,
  location: DatabaseLocation,
  environment: Environment,
  first: Awaited<ReturnType<typeof ensureFirstAdministrator>>,
): string[] {
  const lines = [
    `Callpoint is running. Open ${consoleUrl(url, environment)}`,
    `  Data    ${describeLocation(location)}`,
    ...CHANNELS.map(
      (channel) => `  ${DRIVER[channel].summary(environment.channels[channel], environment.publicUrl)}`,
    ),
  ];
  if (first) {
    lines.push(
      '',
      'The first administrator was created. Log in as Admin with',
      `  Email    ${first.email}`,
      `  Password  ${first.password ?? 'the one in ADMIN_PASSWORD'}`,
      ...(first.password === null ? [] : ['The password is not shown again.']),
    );
  }
  return lines;
}
