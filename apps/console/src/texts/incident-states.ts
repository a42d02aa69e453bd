import type { IncidentState } from '@callpoint/contract/incident-states';
import { inLanguage, textsFor } from './language.ts';

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
    /** The time stays on one line. */
    withEta: (text: string, time: string) => `${text}, ETA\u00A0${time.replace(/ (?=[AP]M$)/, '\u00A0')}`,
    by: (name: string) => `by ${name}`,
    acknowledgedBy: (name: string) => `Acknowledged by ${name}`,
  },
});
