import { shellTexts } from '../../texts/shell.ts';

const SETTINGS = /^\/(button_press|form)_settings\//;
/** The lists of a team and those of an administrator; the page of one record has a title of its own. */
const RECORDS = /^(\/subscriber)?\/(button|form)_data(\/\d+)?\/\d+$/;
const OWN_RECORD = /^\/(button|form)_data\/\d+\/\d+$/;

/** Settings and received records have pages of the same titles: this follows them. Null for all other pages. */
export function findArea(pathname: string): string | null {
  if (SETTINGS.test(pathname)) return shellTexts.areas.settings;
  return RECORDS.test(pathname) && !OWN_RECORD.test(pathname) ? shellTexts.areas.records : null;
}
