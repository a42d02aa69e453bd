import type { Plugin } from 'vite';
import {
  ABOVE,
  EARLY,
  FIRST_SCREEN,
  FORMS,
  LATER,
  LOGIN,
  NOTICES,
  RECORDS,
  SETTINGS,
  SIGNED_IN,
  SOUND,
} from './chunk-modules.ts';

interface Group {
  /** Of its file. */
  name: string;
  /** A module that matches one of them is in it. */
  modules: readonly RegExp[];
  /** Only modules that at least so many files need. */
  minShareCount?: number;
}

/** Which modules share a file; a module is in the first group that it matches. */
const GROUPS: readonly Group[] = [
  // What the early script needs, and nothing else: it must load long before the rest.
  { name: 'early', modules: EARLY },
  // The first screen, the login, without its own fields: every other page needs this too. With React: a file of its own would stay
  // in the browser's cache across versions, but costs each first visit a request.
  { name: 'first', modules: FIRST_SCREEN },
  // What only visitors need who are not signed in.
  { name: 'login', modules: LOGIN },
  // The frame, lists and reads of most signed-in screens. On a slow line each file costs a round trip.
  { name: 'signed-in', modules: SIGNED_IN },
  // States of messages, and their times.
  {
    name: 'messages',
    modules: [
      /(contract\/src\/(faults|channels\/(fault|\w+\/\w+-faults))|console\/src\/(texts\/deliveries|display\/exact-timestamp-text))\.ts/,
    ],
  },
  // Fields, and their validation.
  { name: 'forms', modules: FORMS },
  // Parts of the frame that no one needs before using the page: they load together, with the first input.
  { name: 'later', modules: LATER },
  // Menus that someone opens. The first input loads them too.
  { name: 'menu', modules: [/apps\/console\/src\/overlay\/menu(\.module|-(list|navigation|parts))/] },
  // For people who switched on sounds and notifications in this browser.
  { name: 'sound', modules: SOUND },
  // Above the screens of an overdue subscriber, and of the administrator of a new installation.
  { name: 'notices', modules: NOTICES },
  { name: 'records', modules: RECORDS },
  // The list of a form, with the images that presses do not have.
  {
    name: 'form-data',
    modules: [
      /(apps\/console\/src\/(features\/submissions\/(lists\/form-data-page|images\/(image-list|images|load-image|thumbnail|use-))|texts\/(form-records|images))|contract\/src\/image-address)/,
    ],
  },
  // The parts of the dashboard above its settings.
  { name: 'above', modules: ABOVE },
  // The settings of buttons and forms, and of the dashboard.
  { name: 'settings', modules: SETTINGS },
  // The pages of emailed links.
  {
    name: 'links',
    modules: [/apps\/console\/src\/features\/sessions\/(link-page|links\.api|use-token-once)/],
  },
  // The calls and texts of some screens, which need both.
  { name: 'users', modules: [/apps\/console\/src\/(features\/app-users\/app-users\.api|texts\/app-users)/] },
  {
    name: 'plans',
    modules: [/apps\/console\/src\/(features\/plans\/(plans\.api|plan-values)|texts\/plans)/],
  },
  { name: 'incidents', modules: [/apps\/console\/src\/features\/incidents\/(next-step|tone)\./] },
  // Icons of several screens: the first screen names every file, so a few larger files are better than many small ones.
  { name: 'icons', modules: [/icons-react\/dist\/esm\/icons\//], minShareCount: 4 },
];

/**
 * Decides which modules share a file. Without this the first screen would load about twenty files, each compressed
 * separately, the last of them requested only after the first has run.
 */
export const chunkGroups = GROUPS.map(({ modules, ...group }) => ({
  ...group,
  test: (id: string) => modules.some((pattern) => pattern.test(id)),
}));

/** Fails if a pattern of a group matches no module: a module that was renamed would be in another file, unnoticed. */
export function knownModules(): Plugin {
  return {
    name: 'known-modules',
    apply: 'build',
    generateBundle() {
      const ids = [...this.getModuleIds()];
      const unknown = GROUPS.flatMap(({ name, modules }) =>
        modules
          .filter((pattern) => !ids.some((id) => pattern.test(id)))
          .map((pattern) => `${name}: ${pattern}`),
      );
      if (unknown.length > 0)
        this.error(
          `No module matches these patterns of build/chunks.ts and chunk-modules.ts:\n${unknown.join('\n')}`,
        );
    },
  };
}

/**
 * Whether a file is loaded before code imports `file`: the page names the first ones, and the shell loads those of
 * signed-in people. Screens need not list them again.
 */
export function isLoaded(needed: string, file: string): boolean {
  if (/\/(rolldown-runtime|early|index)-\w/.test(needed)) return true;
  return /\/signed-in-/.test(needed) && !/\/signed-in-/.test(file);
}
