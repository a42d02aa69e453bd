import { gzipSync } from 'node:zlib';
import { expect, type Page, type Response } from '@playwright/test';

/** Nothing is requested for this long: the page is idle. In milliseconds. */
const QUIET = 1_000;

/** What a page requests from its opening until it is idle, without any input. */
export class PageLoad {
  readonly #page: Page;
  readonly addresses: string[] = [];
  readonly #scripts: Promise<number>[] = [];
  readonly #inFlight = new Set<string>();
  #changedAt = Date.now();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      const { pathname, search, protocol } = new URL(request.url());
      if (protocol === 'data:') return;
      this.addresses.push(pathname + search);
      // The stream of live events stays open.
      if (!pathname.endsWith('/events')) this.#inFlight.add(request.url());
      this.#changedAt = Date.now();
    });
    const end = (url: string) => {
      this.#inFlight.delete(url);
      this.#changedAt = Date.now();
    };
    page.on('requestfinished', (request) => end(request.url()));
    page.on('requestfailed', (request) => end(request.url()));
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) this.#scripts.push(gzippedSize(response));
    });
  }

  /** Resolves when no request is in flight, and none was sent or finished for a second. */
  async untilIdle(): Promise<void> {
    await this.#page.waitForLoadState('load');
    await expect
      .poll(() => this.#inFlight.size === 0 && Date.now() - this.#changedAt > QUIET, { intervals: [100] })
      .toBe(true);
  }

  /** Gzipped bytes of all scripts. */
  async scriptSize(): Promise<number> {
    return (await Promise.all(this.#scripts)).reduce((sum, size) => sum + size, 0);
  }
}

async function gzippedSize(response: Response): Promise<number> {
  return gzipSync(await response.body(), { level: 9 }).length;
}
