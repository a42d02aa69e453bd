import type { Item } from '@callpoint/contract/catalog';
import type { NewSubscriber } from '../src/features/subscribers/subscribers.repository.ts';

/** The demo's description of a company: its people, its sites, and what happens there. */

/** `radius`: how far from the center people press, in meters. `areas`: names of areas on the site. */
export type Site = {
  lat: number;
  lng: number;
  radius: number;
  areas: readonly [string, ...string[]];
};

/** An app user. Days are counted back from today. */
export type Person = {
  name: string;
  email: string;
  phone: string;
  /** The index of the site where the person usually is. */
  site: number;
  /** How often this person submits, relative to the others. */
  weight: number;
  /** How many days ago the account was created; default: together with the company's first people. */
  since?: number;
  /** How many days ago the account was blocked. */
  blocked?: number;
};

export type Shift = { from: number; hours: number; weight: number };

/** A request in a form. In texts `<area>` is replaced with one of the site's areas. */
export type FormRequest = { type: string; message: string };

export type ItemMix = readonly [{ item: Item; weight: number }, ...{ item: Item; weight: number }[]];

/** Many presses at one site within minutes; about two thirds of them are of `item`. */
export type Cluster = {
  daysAgo: number;
  hour: number;
  minutes: number;
  site: number;
  count: number;
  item: Item;
};

export type Company = {
  account: Omit<NewSubscriber, 'password_hash'>;
  /** How many days ago the company signed up. */
  since: number;
  /** The number of days without submissions until today, because the company is blocked. */
  silentFor: number;
  /** Hours from UTC; an approximation, used for working hours only. */
  utcOffset: number;
  /** Submissions on a day of weight 1. */
  perDay: number;
  /** The weight of each day, from Sunday to Saturday. */
  week: readonly [number, number, number, number, number, number, number];
  shifts: readonly [Shift, ...Shift[]];
  mix: ItemMix;
  sites: readonly [Site, ...Site[]];
  people: readonly [Person, ...Person[]];
  clusters: readonly Cluster[];
  /** A button that is switched off in the settings, and for how many days it has been off. */
  switchedOff?: { item: Item; for: number };
  /** What people type as the company in forms: the company itself and its contractors. */
  companyNames: readonly [string, ...string[]];
  questions: readonly [string, ...string[]];
  products: readonly [FormRequest, ...FormRequest[]];
  consultations: readonly [FormRequest, ...FormRequest[]];
};
