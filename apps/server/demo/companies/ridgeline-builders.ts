import type { Company } from '../company.ts';
import * as texts from './ridgeline-texts.ts';

/** Commercial construction around Denver: the company whose login the demo prints, with by far the most submissions. */
export const RIDGELINE_BUILDERS: Company = {
  account: {
    email: 'safety@ridgeline.example',
    account_name: 'Ridgeline Builders',
    first_name: 'Maureen',
    last_name: 'Castillo',
    phone: '+1 303 555 0100',
    time_zone: 'America/Denver',
  },
  since: 430,
  silentFor: 0,
  utcOffset: -7,
  perDay: 37,
  week: [0.12, 1, 1.05, 1.1, 1.05, 0.9, 0.4],
  shifts: [
    { from: 6, hours: 9, weight: 8 },
    { from: 15, hours: 7, weight: 2 },
    { from: 22, hours: 6, weight: 0.5 },
  ],
  mix: [
    { item: { kind: 'button', id: 1 }, weight: 3 },
    { item: { kind: 'button', id: 2 }, weight: 20 },
    { item: { kind: 'button', id: 4 }, weight: 24 },
    { item: { kind: 'button', id: 5 }, weight: 13 },
    { item: { kind: 'form', id: 1 }, weight: 18 },
    { item: { kind: 'form', id: 3 }, weight: 17 },
    { item: { kind: 'form', id: 2 }, weight: 5 },
  ],
  sites: [
    {
      lat: 39.75612,
      lng: -104.99905,
      radius: 90,
      areas: ['level 3', 'level 9', 'level 14', 'the roof', 'stair B', 'the loading dock', 'P2 parking'],
    },
    {
      lat: 39.74268,
      lng: -104.83834,
      radius: 240,
      areas: ['the north wing', 'the plant room', 'the helipad deck', 'gate 2', 'the atrium', 'grid line F'],
    },
    {
      lat: 40.02617,
      lng: -105.25091,
      radius: 160,
      areas: ['building A', 'building C', 'the courtyard', 'the laydown yard', 'the site office'],
    },
    {
      lat: 39.77968,
      lng: -104.96397,
      radius: 420,
      areas: ['pier 4', 'pier 7', 'the east abutment', 'the haul road', 'the batch plant', 'lane closure 2'],
    },
  ],
  people: [
    {
      name: 'Marisol Vega',
      email: 'marisol.vega@ridgeline.example',
      phone: '+1 303 555 0111',
      site: 0,
      weight: 9,
    },
    {
      name: 'Tomasz Zieliński',
      email: 'tomasz.zielinski@ridgeline.example',
      phone: '+1 303 555 0112',
      site: 0,
      weight: 8,
    },
    {
      name: 'Deshawn Carter',
      email: 'deshawn.carter@ridgeline.example',
      phone: '+1 303 555 0113',
      site: 0,
      weight: 7,
    },
    {
      name: 'Nguyễn Thị Lan',
      email: 'lan.nguyen@ridgeline.example',
      phone: '+1 303 555 0114',
      site: 1,
      weight: 7,
    },
    {
      name: 'Priya Raghunathan',
      email: 'priya.raghunathan@ridgeline.example',
      phone: '+1 303 555 0115',
      site: 1,
      weight: 6,
    },
    {
      name: 'Jack O’Connell',
      email: 'jack.oconnell@ridgeline.example',
      phone: '+1 303 555 0116',
      site: 1,
      weight: 6,
    },
    {
      name: 'Fatima El Amrani',
      email: 'fatima.elamrani@ridgeline.example',
      phone: '+1 303 555 0117',
      site: 1,
      weight: 4,
    },
    {
      name: 'Luis Ángel Herrera',
      email: 'luis.herrera@ridgeline.example',
      phone: '+1 303 555 0118',
      site: 2,
      weight: 6,
    },
    {
      name: 'Kaylee Johansen',
      email: 'kaylee.johansen@ridgeline.example',
      phone: '+1 303 555 0119',
      site: 2,
      weight: 4,
    },
    {
      name: 'Chidi Nwosu',
      email: 'chidi.nwosu@ridgeline.example',
      phone: '+1 303 555 0120',
      site: 2,
      weight: 4,
    },
    {
      name: 'Mei-Ling Chow',
      email: 'meiling.chow@ridgeline.example',
      phone: '+1 303 555 0121',
      site: 3,
      weight: 5,
    },
    {
      name: 'Ramón Delgado Ruiz',
      email: 'ramon.delgado@ridgeline.example',
      phone: '+1 303 555 0122',
      site: 3,
      weight: 7,
    },
    {
      name: 'Walter Begay',
      email: 'walter.begay@ridgeline.example',
      phone: '+1 303 555 0123',
      site: 3,
      weight: 6,
    },
    {
      name: 'Brandon Kowalczyk',
      email: 'brandon.kowalczyk@ridgeline.example',
      phone: '+1 303 555 0124',
      site: 3,
      weight: 3,
      blocked: 33,
    },
    {
      name: 'Amara Diallo',
      email: 'amara.diallo@ridgeline.example',
      phone: '+1 303 555 0125',
      site: 2,
      weight: 4,
      since: 40,
    },
  ],
  clusters: [
    // An inspection of the hospital site: everyone reports the visit and asks questions afterwards.
    { daysAgo: 71, hour: 9, minutes: 35, site: 1, count: 14, item: { kind: 'button', id: 1 } },
    // A gust of wind tears down scaffold sheeting.
    { daysAgo: 52, hour: 14, minutes: 20, site: 0, count: 22, item: { kind: 'button', id: 2 } },
    // Lightning over the viaduct, people on the piers.
    { daysAgo: 24, hour: 15, minutes: 15, site: 3, count: 19, item: { kind: 'button', id: 5 } },
    // A solvent smell in a closed building.
    { daysAgo: 9, hour: 10, minutes: 40, site: 2, count: 17, item: { kind: 'button', id: 4 } },
  ],
  // The company has its own consultant now.
  switchedOff: { item: { kind: 'form', id: 2 }, for: 20 },
  ...texts,
};
