/** The jobs of Prometheus whose absence raises no alert, and those that alerts name and that it does not have. */
export function jobFaults(prometheus: string, alerts: string): string[] {
  const namesIn = (text: string, pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
  const jobs = namesIn(prometheus, /job_name: (\S+)/g);
  const watched = namesIn(alerts, /\bup\{job="([^"]+)"\}/g);
  const named = namesIn(alerts, /\bjob="([^"]+)"/g);
  return [
    ...[...jobs.difference(watched)].map((job) => `deploy/prometheus: no alert watches the job ${job}`),
    ...[...named.difference(jobs)].map((job) => `deploy/prometheus: no job is named ${job}`),
  ];
}
