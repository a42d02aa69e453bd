import type { Item } from '@callpoint/contract/catalogue';
import type { NewSubscriber } from '../src/features/subscribers/subscribers.repository.ts';

/** What the demo knows of a firm: who and where its people are, and what happens there. */

/** `radius`: how far from its middle people press, in metres. `areas`: words for places on it. */
export type Site = {
  lat: number;
  lng: number;
  radius: number;
  areas: readonly [string, ...string[]];
};

/** An app user. Days count back from today. */
export type Person = {
  name: string;
  email: string;
  phone: string;
  /** Of the firm's sites, the one where the person usually is. */
  site: number;
  /** How much this person submits, beside the others. */
  weight: number;
  /** Made so many days ago; default: with the firm's first people. */
  since?: number;
  /** Blocked so many days ago. */
  blocked?: number;
};

export type Shift = { from: number; hours: number; weight: number };

/** What somebody asks for. In texts `<area>` stands for one of the site's areas. */
export type Request = { type: string; message: string };

export type Mix = readonly [{ item: Item; weight: number }, ...{ item: Item; weight: number }[]];

/** Many presses at one place within minutes; the same `item` for about two thirds of them. */
export type Cluster = {
  daysAgo: number;
  hour: number;
  minutes: number;
  site: number;
  count: number;
  item: Item;
};

export type Firm = {
  account: Omit<NewSubscriber, 'password_hash'>;
  /** Signed up so many days ago. */
  since: number;
  /** Nothing comes in for the last so many days: the firm is blocked. */
  silentFor: number;
  /** Hours from UTC, near enough for when people work. */
  utcOffset: number;
  /** Submissions on a day of weight 1. */
  perDay: number;
  /** From Sunday to Saturday. */
  week: readonly [number, number, number, number, number, number, number];
  shifts: readonly [Shift, ...Shift[]];
  mix: Mix;
  sites: readonly [Site, ...Site[]];
  people: readonly [Person, ...Person[]];
  clusters: readonly Cluster[];
  /** Switched off in the settings for the last so many days. */
  switchedOff?: { item: Item; for: number };
  /** As people type it into the forms: the firm itself and those who work for it. */
  companies: readonly [string, ...string[]];
  questions: readonly [string, ...string[]];
  products: readonly [Request, ...Request[]];
  consultations: readonly [Request, ...Request[]];
};
