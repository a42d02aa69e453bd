import { isShared, type DatabaseLocation } from '../db/connection.ts';
import type { Environment } from '../delivery/channels/environment.ts';
import { ok, warning, type Finding } from './finding.ts';

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/;

/** What the settings are missing for a server that people use. Invalid ones were rejected when they were read. */
export function checkSettings(environment: Environment, location: DatabaseLocation): Finding[] {
  const found: Finding[] = [];
  const warn = (text: string, fix: string) => found.push(warning('Settings', text, fix));
  const { publicUrl, trustedProxies, host } = environment;
  if (publicUrl === null) {
    warn(
      'PUBLIC_URL is not set',
      'Set it to the address that people open: links in emails contain it, and answers to SMS and calls need it.',
    );
  } else if (!publicUrl.startsWith('https:') && !LOOPBACK.test(new URL(publicUrl).hostname)) {
    warn('PUBLIC_URL is not HTTPS', 'Use a reverse proxy with HTTPS: browsers send tokens to this address.');
  }
  // The server speaks plain HTTP: with a public HTTPS address, or on loopback, a reverse proxy is in front of it.
  const hasProxy = publicUrl !== null && (publicUrl.startsWith('https:') || LOOPBACK.test(host));
  if (trustedProxies.length === 0 && (hasProxy || !LOOPBACK.test(host))) {
    warn(
      'TRUSTED_PROXIES is not set',
      `${hasProxy ? 'Set it to the address of the reverse proxy' : 'If a reverse proxy is in front, set it to its address'}: otherwise all clients share one address and its limits.`,
    );
  }
  if (!LOOPBACK.test(host) && publicUrl?.startsWith('https:') !== true) {
    warn(
      `the server listens on ${host} without HTTPS`,
      'Let it listen on 127.0.0.1 behind a reverse proxy with HTTPS.',
    );
  }
  if (isShared(location) && environment.secretKey === null) {
    warn(
      'SECRET_KEY is not set',
      'Set it on every process: without it, payment keys cannot be saved and phones get no push messages.',
    );
  }
  if (environment.metricsListen === null) {
    warn(
      'METRICS_LISTEN is not set',
      'Set it, and let a monitoring system notify you of problems. The unit callpoint@ sets it itself: do not set it for several processes.',
    );
  }
  return found.length > 0 ? found : [ok('Settings', 'valid and complete')];
}
