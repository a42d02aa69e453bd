/**
 * Turns at something that only one can have at a time, in the order in which they were asked for. Each release wakes
 * only the next in line, so a thousand waiting cost no more for each than one.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #first = 0;
  #taken = false;

  /** Resolves when it is the caller's turn, which lasts until `pass`. */
  async take(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Ends the turn: the next in line has it, or nobody. */
  pass(): void {
    const next = this.#waiting[this.#first];
    this.#first += 1;
    if (next) next();
    else {
      this.#taken = false;
      this.#waiting.length = 0;
      this.#first = 0;
    }
  }
}
