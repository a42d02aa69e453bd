import type { CDPSession, Page } from '@playwright/test';

type Point = { x: number; y: number };

/** Fingers on the screen of a phone, each with a number. Playwright itself has only one finger. */
export class Fingers {
  readonly #devTools: CDPSession;
  readonly #down = new Map<number, Point>();

  private constructor(devTools: CDPSession) {
    this.#devTools = devTools;
  }

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  async put(id: number, at: Point): Promise<void> {
    this.#down.set(id, at);
    await this.#dispatch('touchStart', this.#down);
  }

  async move(id: number, to: Point): Promise<void> {
    this.#down.set(id, to);
    await this.#dispatch('touchMove', this.#down);
  }

  async lift(id: number): Promise<void> {
    const at = this.#down.get(id);
    this.#down.delete(id);
    await this.#dispatch('touchEnd', at ? [[id, at]] : []);
  }

  /** The system takes all touches away, for example because it scrolls or shows a call. */
  async cancel(): Promise<void> {
    this.#down.clear();
    await this.#dispatch('touchCancel', []);
  }

  /** @param points those that end, of a `touchEnd`; otherwise all */
  async #dispatch(
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    points: Iterable<[number, Point]>,
  ): Promise<void> {
    const touchPoints = Array.from(points, ([id, point]) => ({ id, ...point }));
    await this.#devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
