import type { Company } from '../company.ts';

/** A refinery contractor in Texas that did not pay and is blocked. */
export const GULF_CREST_REFINING: Company = {
  account: {
    email: 'hse@gulfcrest.example',
    account_name: 'Gulf Crest Refining Services',
    first_name: 'Darlene',
    last_name: 'Thibodeaux',
    phone: '+1 409 555 0100',
    time_zone: 'America/Chicago',
  },
  since: 260,
  silentFor: 38,
  utcOffset: -6,
  perDay: 5,
  week: [0.7, 1, 1, 1, 1, 1, 0.8],
  shifts: [
    { from: 6, hours: 12, weight: 3 },
    { from: 18, hours: 12, weight: 2 },
  ],
  mix: [
    { item: { kind: 'button', id: 1 }, weight: 2 },
    { item: { kind: 'button', id: 2 }, weight: 18 },
    { item: { kind: 'button', id: 4 }, weight: 22 },
    { item: { kind: 'button', id: 5 }, weight: 18 },
    { item: { kind: 'form', id: 1 }, weight: 18 },
    { item: { kind: 'form', id: 3 }, weight: 16 },
    { item: { kind: 'form', id: 2 }, weight: 6 },
  ],
  sites: [
    {
      lat: 29.37604,
      lng: -94.93297,
      radius: 380,
      areas: [
        'unit 3',
        'the flare',
        'the pipe rack',
        'cooling tower 2',
        'the control room',
        'the turnaround tent',
      ],
    },
    {
      lat: 29.36491,
      lng: -94.91018,
      radius: 420,
      areas: ['tank 41', 'tank 57', 'the dike', 'the truck rack'],
    },
  ],
  people: [
    {
      name: 'Hector Saldívar',
      email: 'hector.saldivar@gulfcrest.example',
      phone: '+1 409 555 0111',
      site: 0,
      weight: 4,
    },
    {
      name: 'Jerome Batiste',
      email: 'jerome.batiste@gulfcrest.example',
      phone: '+1 409 555 0112',
      site: 0,
      weight: 4,
    },
    {
      name: 'Bích Ngọc Trần',
      email: 'bichngoc.tran@gulfcrest.example',
      phone: '+1 409 555 0113',
      site: 1,
      weight: 3,
    },
    {
      name: 'Olufemi Adeyemi',
      email: 'olufemi.adeyemi@gulfcrest.example',
      phone: '+1 409 555 0114',
      site: 1,
      weight: 3,
    },
  ],
  clusters: [
    // A gas alarm during the turnaround.
    { daysAgo: 61, hour: 3, minutes: 12, site: 0, count: 10, item: { kind: 'button', id: 5 } },
  ],
  companyNames: ['Gulf Crest Refining Services', 'Bayou Industrial Coatings', 'Lone Star Insulators'],
  questions: [
    'H2S monitor at <area> chirps at 8 ppm and stops. Do we leave or bump-test it first?',
    'Hot-work permit ends at 18:00 and we need 20 minutes more at <area>. Can it be extended by phone?',
    'Is a flame-resistant rain suit needed at <area>?',
    'Who closes the permit when the night shift takes over at <area>?',
    'The blind list for <area> shows 14, we count 13. Do we stop?',
    'May we use a battery drill at <area> while the tank is being gas-freed?',
  ],
  products: [
    { type: 'Gas detection', message: 'Two four-gas monitors fail calibration at <area>.' },
    { type: 'Gas detection', message: 'Calibration gas is empty, we can’t bump-test on Monday.' },
    { type: 'Fall protection', message: 'Harness with a Nomex cover for the flare crew.' },
    { type: 'Respiratory', message: 'SCBA at <area> is down to 3,000 psi.' },
    { type: 'Heat and cold', message: 'Cooling vests, 6 pieces, for the exchanger job at <area>.' },
  ],
  consultations: [
    {
      type: 'Confined space',
      message: 'Rescue plan for the entry at <area>: please review before Thursday.',
    },
    {
      type: 'Incident review',
      message: 'Hose came off at <area>, no one hurt. We want a root-cause review.',
    },
    { type: 'Training', message: 'H2S Alive for four new insulators.' },
  ],
};
