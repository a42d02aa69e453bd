import { TEXTS } from './texts.ts';

/** The summary after several settings were saved, each with its own call. */
export function settingsSummary(saved: number, failed: number): string {
  return failed === 0 ? TEXTS.updated : `${saved} values updated successfully. ${failed} values failed`;
}
