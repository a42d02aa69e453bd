import { subscriptionTexts } from '../../../texts/subscriptions.ts';

/** The time zones of the browser, the current one even if the browser does not list it; '' is UTC. */
export function timeZoneChoices(current: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  const zones = current === '' || known.includes(current) ? known : [current, ...known];
  return [
    { value: '', label: subscriptionTexts.noTimeZone },
    ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ];
}
