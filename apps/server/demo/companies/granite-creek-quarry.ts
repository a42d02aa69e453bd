import type { Company } from '../company.ts';

/** A small quarry in Vermont on the free plan. */
export const GRANITE_CREEK_QUARRY: Company = {
  account: {
    email: 'office@granitecreek.example',
    account_name: 'Granite Creek Quarry',
    first_name: 'Étienne',
    last_name: 'Boucher',
    phone: '+1 802 555 0100',
    time_zone: 'America/New_York',
  },
  since: 120,
  silentFor: 0,
  utcOffset: -5,
  perDay: 2.6,
  week: [0, 1, 1, 1, 1, 0.9, 0.3],
  shifts: [{ from: 6, hours: 10, weight: 1 }],
  mix: [
    { item: { kind: 'button', id: 2 }, weight: 20 },
    { item: { kind: 'button', id: 4 }, weight: 20 },
    { item: { kind: 'button', id: 5 }, weight: 12 },
    { item: { kind: 'form', id: 1 }, weight: 20 },
    { item: { kind: 'form', id: 3 }, weight: 20 },
    { item: { kind: 'form', id: 2 }, weight: 8 },
  ],
  sites: [
    {
      lat: 44.15702,
      lng: -72.48205,
      radius: 330,
      areas: ['bench 2', 'bench 4', 'the crusher', 'the wire saw', 'the haul road', 'the shop'],
    },
  ],
  people: [
    {
      name: 'Roland Thibault',
      email: 'roland.thibault@granitecreek.example',
      phone: '+1 802 555 0111',
      site: 0,
      weight: 4,
    },
    {
      name: 'Eliza Northcott',
      email: 'eliza.northcott@granitecreek.example',
      phone: '+1 802 555 0112',
      site: 0,
      weight: 3,
    },
    {
      name: 'Giuseppe Comolli',
      email: 'giuseppe.comolli@granitecreek.example',
      phone: '+1 802 555 0113',
      site: 0,
      weight: 2,
    },
    {
      name: 'Tenzin Dorjee',
      email: 'tenzin.dorjee@granitecreek.example',
      phone: '+1 802 555 0114',
      site: 0,
      weight: 2,
    },
  ],
  clusters: [],
  companyNames: ['Granite Creek Quarry', 'Granite Creek Quarry', 'Green Mountain Blasting'],
  questions: [
    'How far back do we stay after a misfire at <area>?',
    'The berm on the outer side of <area> washed out. Is axle height still the rule?',
    'Ice hangs over <area> in the morning. Can we start at the other end first?',
    'Does the loader need its backup alarm when there is a spotter?',
    'How often do we have to check dust at <area>?',
    'Visitors from the university want to see <area>. What do they need to wear?',
  ],
  products: [
    { type: 'Respiratory', message: 'P100 filters, 8 pairs, the dry drill is back at <area>.' },
    { type: 'Hearing', message: 'Muffs for under the helmet, 4 pairs, the saw at <area> is loud again.' },
    { type: 'Footwear', message: 'Metatarsal boots in 12 wide.' },
    { type: 'Communication', message: 'Radio battery for the loader, ours lasts till noon.' },
    { type: 'First aid', message: 'Trauma kit for <area>, the zip is broken and it is full of dust.' },
  ],
  consultations: [
    {
      type: 'Ground control',
      message: 'A crack opened above <area> after the rain. Could someone look at it this week?',
    },
    { type: 'Training', message: 'Annual refresher for 4, we could close on a Friday.' },
    { type: 'Air monitoring', message: 'Silica sampling at <area> before the inspection.' },
  ],
};
