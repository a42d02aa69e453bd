type Listener<Message> = (message: Message) => void;

/** Passes messages to all subscribers, in the order of their subscriptions. Stores no message. */
export function createEmitter<Message>() {
  const listeners = new Set<Listener<Message>>();
  return {
    emit(message: Message): void {
      for (const listener of listeners) listener(message);
    },
    /** Returns the function that ends the subscription. */
    subscribe(listener: Listener<Message>): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
