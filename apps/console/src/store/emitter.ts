type Listener<Message> = (message: Message) => void;

/** Passes messages to everyone who subscribed, in the order of their subscriptions. Keeps no message. */
export function createEmitter<Message>() {
  const listeners = new Set<Listener<Message>>();
  return {
    emit(message: Message): void {
      for (const listener of listeners) listener(message);
    },
    /** Returns what ends the subscription. */
    subscribe(listener: Listener<Message>): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
