/**
 * Which modules stand together in a file. Without this the first screen would be some twenty files, each compressed by
 * itself and the last of them asked for only when the first has run.
 */
export const chunkGroups = [
  // What every page needs and no change of ours touches: kept by browsers from version to version.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  // All of the first screen, logging in; every other page needs most of it too.
  { name: 'first', test: isOfFirstScreen },
];

const FIRST_SCREEN = [
  /@mantine\/core\/esm\/components\/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|NativeSelect)\//,
  /@mantine\/core\/esm\/components\/(PasswordInput|TextInput|Transition|UnstyledButton)\//,
  /@mantine\/core\/esm\/core\//,
  /apps\/console\/src\/lib\/(api|call-error|connection|session)/,
  /apps\/console\/src\/lib\/texts\/(calls|faults|feedback|frame|language|login)\.ts/,
  /apps\/console\/src\/feedback\/(alerts|current-page|forbidden|not-found|page|state-block)/,
  /apps\/console\/src\/app\/shell\/(connection-badge|frame|loading-bar|logo|signed-out-frame|skip-link)/,
  /apps\/console\/src\/features\/sessions\/(field|form-card|login|sessions\.api|use-form-call)/,
];

function isOfFirstScreen(id: string): boolean {
  return FIRST_SCREEN.some((pattern) => pattern.test(id));
}
