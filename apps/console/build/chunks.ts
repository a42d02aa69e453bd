/**
 * Which modules stand together in a file. Without this the first screen would be some twenty files, each compressed by
 * itself and the last of them asked for only when the first has run.
 */
export const chunkGroups = [
  // What the early script needs, and nothing else: it must be there long before the rest.
  { name: 'early', test: (id: string) => EARLY.some((pattern) => pattern.test(id)) },
  // What every page needs and no change of ours touches: kept by browsers from version to version.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  // All of the first screen, logging in; every other page needs most of it too.
  { name: 'first', test: (id: string) => FIRST_SCREEN.some((pattern) => pattern.test(id)) },
  // What is around and in most screens of signed-in people: the frame, lists, reads. On a slow line a file is a round trip.
  { name: 'signed-in', test: (id: string) => SIGNED_IN.some((pattern) => pattern.test(id)) },
  // Saving over what somebody else saved: used by forms, and by lists that need no form.
  { name: 'saving', test: /apps\/console\/src\/(net\/optimistic-save|texts\/two-editors)\.ts/ },
  // Fields, and what is said of what is typed in them.
  { name: 'forms', test: (id: string) => FORMS.some((pattern) => pattern.test(id)) },
];

/**
 * Whether a file is there before code imports `file`: the page names the first ones, and the shell brings those of
 * signed-in people. They need not be listed again for each screen.
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
  // What loads a page's code; every file that does needs it.
  /vite\/preload-helper/,
  /@mantine\/core\/esm\/components\/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|NativeSelect)\//,
  /@mantine\/core\/esm\/components\/(PasswordInput|TextInput|Transition|UnstyledButton)\//,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/hooks\/esm\/use-merged-ref\//,
  // Also used by the frame: it must not draw all of that into the first screen.
  /vite\/preload-helper/,
  /apps\/console\/src\/app\/(app\.tsx|missing-code|root-error|route-error|routes\/(?!base)|screens|theme\/theme)/,
  /apps\/console\/src\/(net\/(api|call-error|connection|style-nonce)|session\/(session|password-confirmation)|store\/)/,
  /apps\/console\/src\/texts\/(calls|faults|feedback|frame|language|login)\.ts/,
  /apps\/console\/src\/(states\/(alerts|forbidden|state-block)|page\/)/,
  /apps\/console\/src\/app\/shell\/(connection-badge|frame|loading-bar|logo|signed-out-frame|skip-link)/,
  /apps\/console\/src\/features\/sessions\/(field|form-card|login|sessions\.api)/,
  /apps\/console\/src\/form\/(use-form|fields\/focus-field)\.ts/,
];

const SIGNED_IN = [
  /@tanstack\//,
  // A record's facts are on pages of one record alone.
  /apps\/console\/src\/(table|display(?!\/facts)|overlay|states)\//,
  /apps\/console\/src\/app\/(menus|query-client|shell\/(?!device-alerts|go-to-dialog|find-pages))/,
  /apps\/console\/src\/features\/(alarms\/(?!record-alarm)|submissions\/(submissions\.api|unopened|use-delete-submission))/,
  // A file of its own for one icon would be larger than the icon.
  /icons-react\/dist\/esm\/icons\/IconTrash\./,
  /apps\/console\/src\/(device|live(?!\/(delivery-change|use-delivery-changes))|list(?!\/minute-of))\//,
  /apps\/console\/src\/net\/this-page/,
  /apps\/console\/src\/texts\/(alarms|emergencies|formats|menu-entries|shell|submissions|table)\.ts/,
  /packages\/contract\/src\/catalogue\.ts/,
];

const FORMS = [
  /node_modules\/zod\//,
  /apps\/console\/build\/zod-without-eval/,
  /@mantine\/core\/esm\/components\/Textarea\//,
  // The editor is as large as all of this; it comes by itself, after the page. Few screens are records or tables of fields, or change a password.
  /apps\/console\/src\/form\/(?!.*\/(call-button|form-table|password-section|section\.|use-form|use-form-row|template-(code|editor)\.))/,
];
