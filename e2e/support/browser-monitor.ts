import type { BrowserContext } from '@playwright/test';

/** Logs violations that a library catches and the browser therefore does not log. */
const LOG_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('content security policy:', event.effectiveDirective, event.blockedURI, event.sourceFile))`;

/**
 * Records what a journey must not cause: errors and warnings in the browser's console, violations of the content
 * security policy, exceptions, failed requests, error responses, and requests to other servers. A journey declares the
 * error responses that it provokes; each of these must then arrive.
 */
export class BrowserMonitor {
  readonly #problems: string[] = [];
  readonly #expected: { status: number; path: string; seen: boolean }[] = [];
  readonly #allowedOrigins = new Set<string>();
  #mayBeOffline = false;

  /** From now on, `path` may respond with `status`, and must do so at least once. */
  expectResponse(status: number, path: string): void {
    this.#expected.push({ status, path, seen: false });
  }

  /** From now on, `path` may respond with `status`; whether it does depends on timing. */
  allowResponse(status: number, path: string): void {
    this.#expected.push({ status, path, seen: true });
  }

  /** From now on, requests may fail because there is no network. */
  allowNetworkFailures(): void {
    this.#mayBeOffline = true;
  }

  /** From now on, requests may go to this other server and may fail. */
  allowOrigin(origin: string): void {
    this.#allowedOrigins.add(origin);
  }

  /** Starts recording the events of a browser context; `origin` is the server's. */
  async attach(context: BrowserContext, origin: string): Promise<void> {
    await context.addInitScript({ content: LOG_VIOLATIONS });
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      // The response or the failed request is recorded separately.
      if (message.text().startsWith('Failed to load resource:')) return;
      // The page itself shows it, and not every headless browser blocks sound before the first click.
      if (message.text().startsWith('The AudioContext was not allowed to start.')) return;
      // A page preloads the styles of its screen, which stay unused if the visitor must log in or has no access.
      if (/\.css was preloaded using link preload but not used/.test(message.text())) return;
      this.#problems.push(`console.${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) =>
      this.#problems.push(`exception: ${error.error().stack ?? String(error.error())}`),
    );
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin && !this.#allowedOrigins.has(url.origin))
        this.#problems.push(`request to another server: ${url.href}`);
    });
    context.on('requestfailed', (request) => {
      const errorText = request.failure()?.errorText ?? '';
      // Leaving a page aborts its requests.
      if (
        errorText === 'net::ERR_ABORTED' ||
        this.#mayBeOffline ||
        this.#allowedOrigins.has(new URL(request.url()).origin)
      )
        return;
      this.#problems.push(`failed: ${request.url()} ${errorText}`);
    });
    context.on('response', (response) => {
      if (response.status() < 400) return;
      const { pathname } = new URL(response.url());
      const expected = this.#expected.filter(
        ({ status, path }) => status === response.status() && path === pathname,
      );
      for (const expectation of expected) expectation.seen = true;
      if (expected.length === 0) this.#problems.push(`${response.status()}: ${pathname}`);
    });
  }

  /** All unexpected events, and all expected responses that did not arrive. */
  problems(): string[] {
    const missed = this.#expected.filter(({ seen }) => !seen);
    return [...this.#problems, ...missed.map(({ status, path }) => `missing response: ${status} of ${path}`)];
  }
}
