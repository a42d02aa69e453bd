import { StartError } from './start-error.ts';

/**
 * Starts what listens at the address of these settings. A failure names them: the system names only the address.
 */
export async function listenAt<Result>(settings: string, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`the address of ${settings} cannot be used: ${reason}`, { cause: error });
  }
}
