import type { IncidentOutcome, IncidentState } from '@callpoint/contract/incident-states';
import { inLanguage, textsFor } from './language.ts';

const onOneLine = (time: string) => time.replace(/ (?=[AP]M$)/, '\u00A0');

/** The state of an incident, as lists, records and the bar of emergencies show it. */
export const incidentStateTexts = inLanguage({
  en: {
    drill: 'DRILL',
    drillOf: (text: string) => `DRILL: ${text}`,
    somebody: 'Unknown person',
    states: textsFor<IncidentState>({
      open: 'Not acknowledged',
      acknowledged: 'Acknowledged',
      on_the_way: 'On the way',
      arrived: 'Arrived',
      closed: 'Closed',
    }),
    /** How it ended, after “Closed”. */
    endedAs: textsFor<IncidentOutcome, string | undefined>({
      helped: 'Person helped',
      false_alarm: 'False alarm',
      drill: 'Drill',
      other: undefined,
    }),
    eta: (time: string) => `ETA\u00A0${onOneLine(time)}`,
    pastEta: (time: string, ago: string) => `was expected at\u00A0${onOneLine(time)}, ${ago}`,
    overdue: 'Overdue',
    overdueOf: (name: string) => `${name} is overdue`,
    reportedSafe: (time: string) => `Reported safe at\u00A0${onOneLine(time)}`,
    withEta: (text: string, eta: string) => `${text}, ${eta}`,
    by: (name: string) => `by ${name}`,
    acknowledgedBy: (name: string) => `Acknowledged by ${name}`,
  },
});
