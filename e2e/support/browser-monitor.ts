import type { BrowserContext } from '@playwright/test';

/** Also logs the violations that a library catches, which the browser does not log. */
const LOG_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('content security policy:', event.effectiveDirective, event.blockedURI, event.sourceFile))`;

/**
 * What no journey should cause unseen: errors and warnings in the browser's console, violations of the content
 * security policy, exceptions, refused and failed requests, requests that leave the server. A journey names the refusals that it provokes; each must then come.
 */
export class Watch {
  readonly #faults: string[] = [];
  readonly #expected: { status: number; path: string; seen: boolean }[] = [];
  readonly #outside = new Set<string>();
  #offline = false;

  /** From now on answers of `path` with `status` are part of the journey. */
  expectAnswer(status: number, path: string): void {
    this.#expected.push({ status, path, seen: false });
  }

  /** From now on answers of `path` with `status` may come, as it depends on who is quicker. */
  allowAnswer(status: number, path: string): void {
    this.#expected.push({ status, path, seen: true });
  }

  /** From now on requests may fail for want of a network. */
  expectNoNetwork(): void {
    this.#offline = true;
  }

  /** From now on this other server may be asked, and need not answer. */
  expectOutside(origin: string): void {
    this.#outside.add(origin);
  }

  async follow(context: BrowserContext, origin: string): Promise<void> {
    await context.addInitScript({ content: LOG_VIOLATIONS });
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      // Told by the answer, or by the failed request, itself.
      if (message.text().startsWith('Failed to load resource:')) return;
      // Said on the screen itself; whether headless browsers let a page sound that nobody has touched varies.
      if (message.text().startsWith('The AudioContext was not allowed to start.')) return;
      // A page names its screen's files; who may not see the screen, or must log in before, has no use for its styles.
      if (/\.css was preloaded using link preload but not used/.test(message.text())) return;
      this.#faults.push(`console.${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) =>
      this.#faults.push(`exception: ${error.error().stack ?? String(error.error())}`),
    );
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin && !this.#outside.has(url.origin))
        this.#faults.push(`left the server: ${url.href}`);
    });
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // A page that is left gives up what it asked for.
      if (why === 'net::ERR_ABORTED' || this.#offline || this.#outside.has(new URL(request.url()).origin))
        return;
      this.#faults.push(`failed: ${request.url()} ${why}`);
    });
    context.on('response', (response) => {
      if (response.status() < 400) return;
      const { pathname } = new URL(response.url());
      const expected = this.#expected.filter(
        ({ status, path }) => status === response.status() && path === pathname,
      );
      for (const one of expected) one.seen = true;
      if (expected.length === 0) this.#faults.push(`${response.status()}: ${pathname}`);
    });
  }

  /** All that was seen and not expected, and all that was expected and did not come. */
  faults(): string[] {
    const missed = this.#expected.filter(({ seen }) => !seen);
    return [...this.#faults, ...missed.map(({ status, path }) => `did not come: ${status} of ${path}`)];
  }
}
