import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import { DRIVER } from '../delivery/channels/channels.ts';
import type { Environment } from '../delivery/channels/environment.ts';
import { compareClocks, PROVIDER_PRECISION } from './clock.ts';
import { problem, type Finding } from './finding.ts';

/** Whether messages of each channel can be sent. @param testAddress where a real test email is sent; null: nowhere */
export async function checkChannels(
  environment: Environment,
  testAddress: string | null,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const clocks: Finding[] = [];
  for (const channel of CHANNELS) {
    const [driver, settings] = [DRIVER[channel], environment.channels[channel]];
    const subject = CHANNEL[channel].label;
    if (settings === null) {
      // The line of the greeting, which begins with the channel's name.
      const text = driver.summary(null, environment.publicUrl).replace(/^\S+\s+/, '');
      found.push({ level: 'warning', subject, text, fix: null });
      continue;
    }
    for (const { level, text, fix, providerTime } of (await driver.examine?.(settings, testAddress)) ?? []) {
      found.push({ level, subject, text, fix });
      if (providerTime) {
        clocks.push(
          compareClocks(`the provider of ${subject}`, providerTime, new Date(), PROVIDER_PRECISION),
        );
      }
    }
  }
  if (CHANNELS.every((channel) => environment.channels[channel] === null || !DRIVER[channel].examine)) {
    found.push(problem('Messages', 'no one would be notified of a press', 'Set up email, SMS, or both.'));
  }
  // One clock is enough: all of them are compared with this machine's.
  return [...found, ...clocks.slice(0, 1)];
}
