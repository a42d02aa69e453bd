import { getCountry } from '@callpoint/alerts/sms/phone-numbers';
import { perChannel } from '@callpoint/contract/channels/channels';
import { readServerEnvironment, SERVER_SETTINGS, type ServerEnvironment } from '../../config/environment.ts';
import { DRIVER, optOutNumber, type ChannelSettings } from './channels.ts';

/** The settings of one server process with all its channels, read once from the environment. */
export type Environment = ServerEnvironment & {
  /** The settings of each channel; null: it is not configured. */
  channels: ChannelSettings;
};

/** The names of all variables that are read. Those of OpenTelemetry are read by its SDK. */
export function settingNames(): Set<string> {
  const ofChannels = Object.values(DRIVER).flatMap(({ variables }) => Object.keys(variables.shape));
  return new Set([...SERVER_SETTINGS, ...ofChannels]);
}

/** Reads the environment. An empty variable counts as not set. Throws EnvironmentError. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const ofChannels = Object.values(DRIVER).map((driver) => driver.variables);
  const { server, values } = readServerEnvironment(variables, ofChannels);
  const channels = perChannel((channel) => DRIVER[channel].variables.read(values)) as ChannelSettings;
  return {
    ...server,
    smsCountries: server.smsCountries ?? countryOfFromNumber(optOutNumber(channels)),
    channels,
  };
}

/** The country of our own number; a name, a short code or a service has none. */
function countryOfFromNumber(from: string | null): string[] | null {
  const country = from?.startsWith('+') ? getCountry(from) : null;
  return country === null ? null : [country];
}
