import type { ButtonId } from '@callpoint/contract/catalog';
import { accountStorage } from '../../session/account-storage.ts';

/** A press whose note nobody has opened or dismissed; the person's name is not stored. */
export type WaitingPress = { id: number; button: ButtonId; at: string };

/** In the storage of the tab, by subscriber: the notes stay after a reload. */
export const waitingPresses = accountStorage<WaitingPress[]>('waitingPresses');
