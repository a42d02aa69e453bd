import { parseDocument } from 'yaml';

/** The keys of the file that the example uses: Docker rejects an unknown one, and `npm run check` has no Docker. */
const TOP = ['name', 'services', 'networks', 'volumes'];
const OF_SERVICE =
  'build image pull_policy env_file environment ports volumes depends_on healthcheck init read_only tmpfs cap_drop security_opt stop_grace_period restart'.split(
    ' ',
  );
const OF_HEALTH_CHECK = ['test', 'interval'];

/** What protects the machine from the server, ends it, and starts it again. Its image is that of the release, not of a registry. */
const SERVER: Readonly<Record<string, unknown>> = {
  pull_policy: 'never',
  init: true,
  read_only: true,
  tmpfs: ['/tmp'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
};

type Service = Readonly<Record<string, unknown>> & {
  volumes?: readonly string[];
  healthcheck?: object;
  depends_on?: Readonly<Record<string, { condition?: string }>>;
};
type Compose = Readonly<Record<string, unknown>> & {
  services?: Readonly<Record<string, Service>>;
  volumes?: object;
};

/**
 * What is wrong with the file of Docker Compose: it is no YAML, a key is unknown, the server lacks a protection, a service has no
 * health check, or the server's image has not the version of the release, so that a build would replace another image.
 * @param dockerfile the text of the file that the server's image is built from
 * @param version of the release, as in package.json
 */
export function composeFaults(text: string, dockerfile: string, version: string): string[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) return document.errors.map(({ message }) => `compose.yml: ${message}`);
  const compose = (document.toJS() ?? {}) as Compose;
  const services = Object.entries(compose.services ?? {});
  const { callpoint = {} } = compose.services ?? {};
  return [
    ...unknownKeys('', compose, TOP),
    ...services.flatMap(([name, service]) => [
      ...unknownKeys(`services.${name}.`, service, OF_SERVICE),
      ...unknownKeys(`services.${name}.healthcheck.`, service.healthcheck ?? {}, OF_HEALTH_CHECK),
      ...missingVolumes(service, compose.volumes ?? {}),
      ...missingHealthChecks(service, compose.services ?? {}),
    ]),
    ...Object.entries({ ...SERVER, image: `callpoint:${version}` })
      .filter(([key, value]) => JSON.stringify(callpoint[key]) !== JSON.stringify(value))
      .map(([key, value]) => `services.callpoint.${key} must be ${JSON.stringify(value)}`),
    ...(/^HEALTHCHECK /m.test(dockerfile) ? [] : ['the Dockerfile of callpoint has no health check']),
  ].map((fault) => `compose.yml: ${fault}`);
}

function unknownKeys(path: string, of: object, known: readonly string[]): string[] {
  return Object.keys(of)
    .filter((key) => !known.includes(key))
    .map((key) => `${path}${key} is unknown`);
}

/** The volumes with a name that are not declared. */
function missingVolumes({ volumes = [] }: Service, declared: object): string[] {
  const names = volumes.map((volume) => volume.split(':')[0] ?? '').filter((name) => /^\w/.test(name));
  return names.filter((name) => !(name in declared)).map((name) => `the volume ${name} is not declared`);
}

/** The services whose health another one waits for, and that have no health check. */
function missingHealthChecks(
  { depends_on: others = {} }: Service,
  services: Readonly<Record<string, Service>>,
): string[] {
  return Object.entries(others)
    .filter(([name, { condition }]) => condition !== 'service_healthy' || !services[name]?.healthcheck)
    .map(([name]) => `services.${name} must be healthy before others start, and needs a health check`);
}
