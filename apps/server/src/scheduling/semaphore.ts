/**
 * Permits for something that only so many can have at a time, in the order in which they were asked for. Each release
 * wakes only the next in line, so a thousand waiting cost no more for each than one.
 */
export class Semaphore {
  #permits: number;
  #waiting: (() => void)[] = [];
  #first = 0;

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Resolves when the caller has a permit, which lasts until `release`. */
  async acquire(): Promise<void> {
    if (this.#permits > 0) {
      this.#permits -= 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Gives a permit back: the next in line has it, if anybody waits. */
  release(): void {
    const next = this.#waiting[this.#first];
    if (!next) {
      this.#permits += 1;
      return;
    }
    this.#first += 1;
    // Cut now and then, not for each: under load somebody always waits.
    if (2 * this.#first >= this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    next();
  }
}
