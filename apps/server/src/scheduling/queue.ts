/** First in, first out. Unlike those of an array, its operations take the same time however long it is. */
export class Queue<Item> {
  #added: Item[] = [];
  /** In reverse order: the next item is the last one. */
  #next: Item[] = [];

  get length(): number {
    return this.#added.length + this.#next.length;
  }

  push(item: Item): void {
    this.#added.push(item);
  }

  shift(): Item | undefined {
    if (this.#next.length === 0) {
      this.#next = this.#added.toReversed();
      this.#added = [];
    }
    return this.#next.pop();
  }
}
