/** The modules of the larger files, as patterns of their paths; chunks.ts states what each file is for. */

export const EARLY = [
  /apps\/console\/src\/app\/(early|frame-parts|theme\/chosen-scheme)\.ts/,
  /apps\/console\/src\/features\/(alarms\/open-alarms-call|incidents\/open-incidents-call|overview\/new-items\/new-items-call|submissions\/(lists\/(first-rows|list-defaults)|submissions-call|unopened-call))\.ts/,
  /apps\/console\/src\/(links\/base|list\/(days|list-state|scope)|net\/(early-read|early-read-store|fetch-noted|read-positions|request)|session\/(account-storage|session-store)|store\/(emitter|store))\.ts/,
  /packages\/contract\/src\/(event-position|frame-queries|page-sizes)\.ts/,
];

export const FIRST_SCREEN = [
  /node_modules\/(react|react-dom|scheduler)\//,
  /packages\/contract\/src\/payment-screens\.ts/,
  // With the styles of every page.
  /apps\/console\/(index\.html|src\/main\.tsx|src\/app\/theme\/)/,
  /@fontsource-variable\//,
  // The loader of a page's code; every file that loads one needs it.
  /vite\/preload-helper/,
  /@mantine\/core\/esm\/components\/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|NativeSelect)\//,
  /@mantine\/core\/esm\/components\/(TextInput|Transition|UnstyledButton)\//,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/hooks\/esm\/use-merged-ref\//,
  /apps\/console\/src\/app\/(app\.tsx|missing-code|root-error|route-error|routes\/|screens)/,
  /apps\/console\/src\/(links\/|net\/(api|call-error|connection|current-page-config|page-config|style-nonce)|session\/(session|password-confirmation)|store\/)/,
  /apps\/console\/src\/texts\/(calls|feedback|frame|language|page-errors|password-field)\.ts/,
  /apps\/console\/src\/(states\/(alerts|forbidden|state-block)|page\/(?!sections\/))/,
  /apps\/console\/src\/app\/shell\/(connection-badge|frame|loading-bar|logo|skip-link)/,
  // The list of a form's problems is on signed-out pages and on those with fields. A file of its own would be two more requests for each.
  /apps\/console\/src\/(form\/record\/problem|texts\/problems)/,
  /apps\/console\/src\/form\/(use-form|use-submit|fields\/(focus-field|password-input))\.ts/,
];

export const LOGIN = [
  /apps\/console\/src\/(app\/shell\/signed-out-frame\.tsx|texts\/login\.ts)/,
  /apps\/console\/src\/features\/sessions\/(field|signed-out-form|login|remembered-input|use-remembered-input|sessions\.api)/,
];

export const SIGNED_IN = [
  /@tanstack\//,
  // Details of a record, message states and the filter of administrators are not on every screen; several rows and saved filters not at first.
  /apps\/console\/src\/(table(?!\/(selection\/(bulk-bar|use-bulk-block)|pager\/position-pager|filters\/(saved-filters-dialog|typed-choice-filter|find-choices|subscriber-(choice|filter))))|display(?!\/(exact-timestamp-text|description-list|contact-text|duration-text|last-drill-text|notice-bar|use-seconds))|overlay(?!\/(close-button|dialog|confirm-dialog|danger-button|menu(\.module|-(list|navigation|parts))))|states(?!\/problem-note))\//,
  /apps\/console\/src\/app\/(menus|query-client|shell\/(?!account\/avatar-menu-items|device-alerts\/(device-alerts\.|console-push|push-option|push-account)|keep-focus|menu\/menu-dialog|search\/find-pages))/,
  /apps\/console\/src\/features\/(account\/account\.api|alarms\/(?!press-notices|record-alarm|sound-alert|use-device-alerts)|overview\/new-items\/|subscriptions\/overdue\/overdue\.api|submissions\/(counts\/|submissions\.api|unopened|use-delete-submission))/,
  // A file of its own for an icon would be larger than the icon.
  /icons-react\/dist\/esm\/icons\/Icon(Trash|Ban|Plus|Send|ListSearch|BellRinging|Logout|UserCircle)\./,
  /apps\/console\/src\/(live(?!\/(delivery-change|use-delivery-changes))|list(?!\/minute-of))\//,
  /apps\/console\/src\/device\/(device-alerts|visibility)/,
  // Styles of small parts that load later: each file costs a round trip.
  /apps\/console\/src\/(features\/(submissions\/submissions|first-steps\/first-steps|reachability\/reachability)|app\/pages\/device-alerts-card)\.module\.css/,
  // A part of forms that stands on the dashboard too.
  /apps\/console\/src\/form\/record\/section-card/,
  // The own account, whose country and time zone notes and previews need.
  /(apps\/console\/src\/net\/own-account|contract\/src\/default-zone)\.ts/,
  // Conflict handling of saves, also where no form is needed.
  /apps\/console\/src\/(net\/optimistic-save|texts\/conflicts)\.ts/,
  /packages\/contract\/src\/(money|split-list)\.ts/,
  /apps\/console\/src\/net\/(current-page-config|query-keys)/,
  /apps\/console\/src\/texts\/(alarms|emergencies|formats|menu-entries|shell|submissions|table)\.ts/,
  /packages\/contract\/src\/(catalog|channels\/(channel|channels|email\/email|sms\/sms))\.ts/,
];

export const RECORDS = [
  /apps\/console\/src\/features\/submissions\/lists\/(button-data-page|held-link|submissions-page|record-filters|common-columns|use-live-rows|message-status|incident-status)/,
];

export const SETTINGS = [
  /apps\/console\/src\/features\/settings\/(?!escalation\/(policy-(draft|field)|step-(editor|fields|summary)|person-fields|voice-rules-field))/,
  /apps\/console\/src\/app\/pages\/(settings-slots|button-settings-page|dashboard-settings|form-settings-page)/,
  /apps\/console\/src\/features\/notifications\/(dry-run\.tsx|dry-run\.api|dry-run\.module|(email|group|message|screen|text)-preview|email-body|preview|segment-|use-segments|users-to-choose)/,
  /packages\/alerts\/src\/sms\/segments/,
];

export const ABOVE = [
  /apps\/console\/src\/form\/fields\/call-button/,
  /apps\/console\/src\/features\/(first-steps\/(?!first-steps\.api)|reachability\/(?!reachability\.api))/,
  /apps\/console\/src\/texts\/reachability\.ts/,
  /apps\/console\/src\/app\/pages\/(main-page|device-alerts-card)/,
];

export const LATER = [
  /apps\/console\/src\/app\/(palette\/(?!settings\/(?!use-))|shell\/(account\/avatar-menu-items|keep-focus-in-page|menu\/menu-dialog))/,
  /apps\/console\/src\/(features\/alarms\/press-notices|net\/save-response|texts\/avatar-menu)/,
  // Of the avatar menu.
  /icons-react\/dist\/esm\/icons\/Icon(DeviceDesktop|MessageCircle|Moon|Sun)\./,
  /apps\/console\/src\/overlay\/(close-button|confirm-dialog|dialog|danger-button)/,
];

export const SOUND = [
  /apps\/console\/src\/device\/(notifications|sound)/,
  /apps\/console\/src\/features\/alarms\/(sound-alert|use-device-alerts)/,
];

export const NOTICES = [
  /apps\/console\/src\/display\/notice-bar/,
  /apps\/console\/src\/features\/(account\/printed-password-notice|subscriptions\/overdue\/overdue-notice)/,
];

export const FORMS = [
  // The bar with the sections of a long page, which has fields too.
  /apps\/console\/src\/page\/sections\//,
  /node_modules\/zod\//,
  /apps\/console\/build\/zod-without-eval/,
  /@mantine\/core\/esm\/components\/Textarea\//,
  // Small parts of several screens with fields.
  /packages\/alerts\/src\/plan\/routes\.ts/,
  /packages\/contract\/src\/(deliveries|errors|fields|plan-kinds|sending-allowances|setting-(keys|kinds|values))\.ts/,
  /apps\/console\/src\/live\/(delivery-change|use-delivery-changes)\.ts/,
  /apps\/console\/src\/(form\/history\/history-button\.tsx|texts\/(fields|history)\.ts)/,
  // The labels of settings and safety contacts: a file of their own would be one more request for their screens.
  /apps\/console\/src\/texts\/(setting-labels|channel-settings|safety-contacts|settings)\.ts/,
  // Styles of the settings.
  /apps\/console\/src\/(features\/(settings|notifications)|form\/fields(?!\/(call-button|sms-note)))\/([\w-]+\/)?[\w-]+\.module\.css/,
  // The editor is as large as all of this; it and the history load later than the page. Few screens are records or tables of fields, change a password or check a typed number.
  /apps\/console\/src\/form\/(?!history\/|.*\/(call-button\.|phone-note\.|new-numbers|numbering-plans|form-table|password-section|sms-note|use-form|use-form-row|use-submit|template-(code|editor)\.))/,
];
