import { inLanguage } from './language.ts';

const noun = (isDrill: boolean) => (isDrill ? 'drill' : 'incident');
const incidents = (count: string) => (count === '1' ? '1 incident' : `${count} incidents`);

/** Response times of incidents. */
export const responseTimeTexts = inLanguage({
  en: {
    title: 'Response times',
    titleOf: (teamId: string) => `Response times of subscriber ${teamId}`,
    description: (isDrill: boolean, first: string, last: string, zone: string) =>
      [
        isDrill ? 'Drills' : 'Incidents',
        first === last ? `of ${first}.` : `from ${first} to ${last}.`,
        `Months are in the time zone ${zone}.`,
        isDrill ? 'Real presses are not included.' : 'Drills are not included.',
      ].join(' '),
    loadingDescription:
      'Times from a press to the first message, the first delivery, and the acknowledgment, by month and button.',
    filters: 'Choose incidents',
    period: 'Period',
    months: (count: number) => `${count} months`,
    kind: 'Kind',
    real: 'Real',
    drills: 'Drills',
    button: 'Button',
    allButtons: 'All buttons',

    byMonth: 'By month',
    byMonthOf: (button: string) => `${button} by month`,
    byButton: 'By button',
    month: 'Month',
    incidents: 'Incidents',
    acknowledged: 'Acknowledged',
    never: 'Left unacknowledged',
    unnotified: 'Reached no one',
    falseAlarms: 'False alarms',
    firstMessage: 'First message',
    firstDelivery: 'First delivery',
    acknowledgment: 'Acknowledgment',
    none: (isDrill: boolean) => `No ${noun(isDrill)}s`,
    noTime: 'None',
    of: (part: string, all: string) => `${part} of ${all}`,
    ofIncidents: (count: string) => `of ${incidents(count)}`,
    neverOf: (count: string) => `${count} left unacknowledged`,
    unnotifiedOf: (count: string) => `${count} reached no one`,
    waitingOf: (count: string) => (count === '1' ? '1 still waits' : `${count} still wait`),
    allAcknowledged: (isDrill: boolean) => `Every ${noun(isDrill)} was acknowledged`,
    median: 'Median',
    ninety: '90%',
    medianOf: (what: string) => `${what}, median`,
    within: (duration: string) => `90% within ${duration}`,
    withinSecond: '90% under 1 s',
    ninetyIs: (duration: string) => `90%: ${duration}`,
    underSecond: 'under 1 s',

    meaning: 'What the figures mean',
    meanings: {
      median: 'Half of the incidents took at most this long.',
      within: 'Nine of ten incidents took at most this long.',
      firstMessage:
        'From the press until a provider accepted the first message. The message to the person who pressed is not counted.',
      firstDelivery:
        'From the press until an SMS reached a phone, or a person answered a call. Emails and push messages report no delivery.',
      acknowledgment: 'From the press until someone responded “I have it”.',
      never: 'Closed, or left without another step, while no one had it.',
      unnotified:
        'No message was accepted for anyone except the person who pressed: each failed, is held or was skipped. These incidents have no time of a first message.',
      falseAlarms: 'Closed with the outcome “False alarm”.',
    },

    noneTitle: (isDrill: boolean, button: string | null) =>
      button === null
        ? `No ${noun(isDrill)}s in this period`
        : `No ${noun(isDrill)}s of ${button} in this period`,
    noDrillsDescription: 'Start a drill, or choose a longer period.',
    toDrills: 'Start a drill',

    noneDescription:
      'A press of a button that needs an answer opens an incident. Choose a longer period, or see all incidents.',
    toIncidents: 'See all incidents',
    readFailed: 'The response times could not be loaded.',
    print: 'Print',
  },
});
