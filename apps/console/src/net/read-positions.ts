import { EVENT_POSITION_HEADER } from '@callpoint/contract/event-position';

/**
 * The positions in the server's events at which this page has read. The stream of events starts at the earliest of
 * them, so that it has everything that the reads do not have, and nothing else.
 */
export function createReadPositions() {
  let first: Position | null = null;
  /** Positions of several server processes cannot be compared. */
  let areComparable = true;
  let stream: { openedAt: number; onOlder: () => void } | null = null;

  const isOlder = (position: Position) =>
    first !== null && (position.process !== first.process || position.at < first.at);

  return {
    /** Stores the position of a response; `sentAt`: of its call, by the page's own clock. */
    note(response: Response, sentAt: number): void {
      const position = readPosition(response);
      if (!position) return;
      if (stream) {
        if (sentAt < stream.openedAt && isOlder(position)) stream.onOlder();
        return;
      }
      if (first && first.process !== position.process) areComparable = false;
      if (!first || isOlder(position)) first = position;
    },
    /** The earliest one; null if it is not known. */
    earliest: (): string | null => (first && areComparable ? `${first.process}.${first.at}` : null),
    /** From now on calls `onOlder` for each read that was sent before and has an earlier position. */
    opened(onOlder: () => void): void {
      stream = { openedAt: performance.now(), onOlder };
    },
  };
}

type Position = { process: string; at: number };

function readPosition({ headers }: Response): Position | null {
  const [, process = '', at = ''] = /^([^.]+)\.(.+)$/.exec(headers.get(EVENT_POSITION_HEADER) ?? '') ?? [];
  return process && Number.isFinite(Number(at)) ? { process, at: Number(at) } : null;
}

/** The reads of this page. */
export const readPositions = createReadPositions();
