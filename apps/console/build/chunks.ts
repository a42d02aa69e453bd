/**
 * Decides which modules share a file. Without this the first screen would load about twenty files, each compressed
 * separately, the last of them requested only after the first has run.
 */
export const chunkGroups = [
  // What the early script needs, and nothing else: it must load long before the rest.
  { name: 'early', test: (id: string) => EARLY.some((pattern) => pattern.test(id)) },
  // What every page needs and our own changes never touch: browsers cache it across versions.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  // The complete first screen, the login; every other page needs most of it too.
  { name: 'first', test: (id: string) => FIRST_SCREEN.some((pattern) => pattern.test(id)) },
  // The frame, lists and reads of most signed-in screens. On a slow line each file costs a round trip.
  { name: 'signed-in', test: (id: string) => SIGNED_IN.some((pattern) => pattern.test(id)) },
  // Conflict handling of saves: used by forms, and by lists that need no form.
  { name: 'saving', test: /apps\/console\/src\/(net\/optimistic-save|texts\/conflicts)\.ts/ },
  // Fields, and their validation.
  { name: 'forms', test: (id: string) => FORMS.some((pattern) => pattern.test(id)) },
  // The pages of emailed links.
  { name: 'links', test: /apps\/console\/src\/features\/sessions\/(link-page|links\.api|use-token-once)/ },
  // Icons of several screens: the first screen names every file, so a few larger files are better than many small ones.
  { name: 'icons', test: /icons-react\/dist\/esm\/icons\//, minShareCount: 4 },
];

/**
 * Whether a file is loaded before code imports `file`: the page names the first ones, and the shell loads those of
 * signed-in people. Screens need not list them again.
 */
export function isLoaded(needed: string, file: string): boolean {
  if (/\/(rolldown-runtime|react|early|first)-\w/.test(needed)) return true;
  return /\/signed-in-/.test(needed) && !/\/shell-/.test(file);
}

const EARLY = [
  /apps\/console\/src\/app\/(early|routes\/base|theme\/chosen-scheme)\.ts/,
  /apps\/console\/src\/features\/submissions\/(first-rows|list-defaults|submissions-call)\.ts/,
  /apps\/console\/src\/(list\/(days|list-state|scope)|net\/(early-read|early-read-store|request)|session\/session-store|store\/(emitter|store))\.ts/,
  /packages\/contract\/src\/page-sizes\.ts/,
];

const FIRST_SCREEN = [
  // The loader of a page's code; every file that loads one needs it.
  /vite\/preload-helper/,
  /@mantine\/core\/esm\/components\/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|NativeSelect)\//,
  /@mantine\/core\/esm\/components\/(PasswordInput|TextInput|Transition|UnstyledButton)\//,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/hooks\/esm\/use-merged-ref\//,
  // Also used by the frame, which must not pull all of it into the first screen.
  /vite\/preload-helper/,
  /apps\/console\/src\/app\/(app\.tsx|missing-code|root-error|route-error|routes\/(?!base)|screens|theme\/theme)/,
  /apps\/console\/src\/(links\/|net\/(api|call-error|connection|style-nonce)|session\/(session|password-confirmation)|store\/)/,
  /apps\/console\/src\/texts\/(calls|feedback|frame|language|login|page-errors)\.ts/,
  /apps\/console\/src\/(states\/(alerts|forbidden|state-block)|page\/)/,
  /apps\/console\/src\/app\/shell\/(connection-badge|frame|loading-bar|logo|signed-out-frame|skip-link)/,
  /apps\/console\/src\/features\/sessions\/(field|signed-out-form|login|sessions\.api)/,
  /apps\/console\/src\/form\/(use-form|use-submit|fields\/focus-field)\.ts/,
];

const SIGNED_IN = [
  /@tanstack\//,
  // The list of a record's details is only on pages of one record.
  /apps\/console\/src\/(table|display(?!\/description-list)|overlay|states)\//,
  /apps\/console\/src\/app\/(menus|query-client|shell\/(?!device-alerts|page-search-dialog|find-pages))/,
  /apps\/console\/src\/features\/(alarms\/(?!record-alarm)|submissions\/(submissions\.api|unopened|use-delete-submission))/,
  // A file of its own for one icon would be larger than the icon.
  /icons-react\/dist\/esm\/icons\/IconTrash\./,
  /apps\/console\/src\/(device|live(?!\/(delivery-change|use-delivery-changes))|list(?!\/minute-of))\//,
  /apps\/console\/src\/net\/(current-page-config|query-keys)/,
  /apps\/console\/src\/texts\/(alarms|emergencies|formats|menu-entries|shell|submissions|table)\.ts/,
  /packages\/contract\/src\/catalogue\.ts/,
];

const FORMS = [
  /node_modules\/zod\//,
  /apps\/console\/build\/zod-without-eval/,
  /@mantine\/core\/esm\/components\/Textarea\//,
  // The editor is as large as all of this; it loads later than the page. Few screens are records or tables of fields, or change a password.
  /apps\/console\/src\/form\/(?!.*\/(call-button|form-table|password-section|section\.|use-form|use-form-row|use-submit|template-(code|editor)\.))/,
];
