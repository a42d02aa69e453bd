type Reading = Pick<Storage, 'getItem'>;

/** What this browser stores under a key for each account that signs in here. */
export function accountStorage<Value extends object>(key: string) {
  /** Anything but what was stored here counts as nothing. */
  const readAll = (storage: Reading): Record<number, Value> => {
    try {
      const given: unknown = JSON.parse(storage.getItem(key) ?? '');
      return typeof given === 'object' && given !== null ? (given as Record<number, Value>) : {};
    } catch {
      return {};
    }
  };
  return {
    read: (storage: Reading, account: number): Value | undefined => readAll(storage)[account],
    store: (storage: Pick<Storage, 'getItem' | 'setItem'>, account: number, value: Value): void =>
      storage.setItem(key, JSON.stringify({ ...readAll(storage), [account]: value })),
  };
}
