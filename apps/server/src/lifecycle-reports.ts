import type { Channel } from '@callpoint/contract/channels/channels';
import type { DestinationStream } from 'pino';
import { openLog } from './http/logging/log.ts';
import { isLoggable } from './start-faults.ts';

/** What the log states after a start. */
export type StartReport = {
  /** The address at which it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** The address of the console. */
  console: string;
  /** The location of the data, without credentials. */
  data: string;
  /** The channels that are configured. */
  channels: Channel[];
  /** Where Prometheus reads the metrics; null: there are none. */
  metrics: string | null;
  /** The administrator that this start has created. Its password is null if an operator chose it. */
  firstAdministrator: { password: string | null } | null;
};

/** Why a server did not start, in one line. `isOfSettings`: its settings are invalid. `error`: what was thrown. */
export type StartProblem = { problem: string; isOfSettings: boolean; error: unknown };

/** Reports the start and the stop of a process. */
export type LifecycleReporter = {
  started(server: { greeting: readonly string[]; report: StartReport }): void;
  notStarted(problem: StartProblem): void;
  stopping(): void;
  notStopped(error: unknown): void;
};

const SETTINGS = 'Settings: ';
const NOT_STARTED = 'the server could not start';
const UNEXPECTED =
  'an unexpected error, whose text is not logged because it can contain what is stored: a start on a terminal prints it';

/** Text for a person at a terminal. */
export function terminalReporter(): LifecycleReporter {
  return {
    started({ greeting }) {
      for (const line of greeting) console.log(line);
    },
    notStarted({ problem, isOfSettings }) {
      console.error(`${isOfSettings ? SETTINGS : 'Callpoint could not start: '}${problem}`);
    },
    stopping: () => console.log('Stopping: finishing what is in progress.'),
    notStopped: (error) => console.error(error),
  };
}

/**
 * Lines of the log, with a level of its own: whatever is logged otherwise, a start and a stop are not left out. The log contains no
 * passwords: that of the first administrator is text on stderr, once. It contains no address of a person, and no text of an error that
 * may quote what is stored.
 */
export function logReporter(to?: DestinationStream): LifecycleReporter {
  const log = openLog('info', to);
  return {
    started({ report: { firstAdministrator, ...report } }) {
      log.info(report, 'the server is running');
      if (firstAdministrator === null) return;
      const { password } = firstAdministrator;
      log.info('the first administrator was created');
      if (password !== null)
        console.error(`The password of the first administrator, which is not shown again: ${password}`);
    },
    notStarted({ problem, isOfSettings, error }) {
      if (!isLoggable(error)) return log.fatal({ problem: UNEXPECTED, err: error }, NOT_STARTED);
      log.fatal({ problem: isOfSettings ? `${SETTINGS}${problem}` : problem }, NOT_STARTED);
    },
    stopping: () => log.info('the server stops: it finishes what is in progress'),
    notStopped: (error) => log.fatal({ err: error }, 'the server could not stop'),
  };
}
