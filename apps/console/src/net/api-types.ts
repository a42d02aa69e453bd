import type { StreamType } from '@callpoint/contract/call';
import type {
  BodyOf,
  Calls,
  GetPath,
  MessageOf,
  PostPath,
  QueryOf,
  ResponseOf,
} from '@callpoint/contract/calls';

/** The types of the server's calls by path, from their declarations in the contract. No code is loaded. */

type StreamsOf<Path extends GetPath> = Calls['GET'][Path] extends { streams?: infer Streams }
  ? Exclude<Streams, undefined>
  : never;

/** Paths of reads that return JSON. */
export type ReadPath = { [Path in GetPath]: [StreamsOf<Path>] extends [never] ? Path : never }[GetPath];

/** Paths of streams of one content type. */
export type StreamPath<Type extends StreamType = StreamType> = {
  [Path in GetPath]: Type extends StreamsOf<Path> ? Path : never;
}[GetPath];

export type ReadQuery<Path extends GetPath> = QueryOf<Calls['GET'][Path]>;
export type ReadResponse<Path extends GetPath> = ResponseOf<Calls['GET'][Path]>;
export type ChangeBody<Path extends PostPath> = BodyOf<Calls['POST'][Path]>;
export type ChangeQuery<Path extends PostPath> = QueryOf<Calls['POST'][Path]>;
export type ChangeResponse<Path extends PostPath> = ResponseOf<Calls['POST'][Path]>;

/** One message of an event stream. */
export type StreamMessage<Path extends StreamPath<'text/event-stream'>> = MessageOf<Calls['GET'][Path]>;

/** Paths of lists, and the rows of a list. */
export type ListPath = {
  [Path in ReadPath]: ReadResponse<Path> extends { items: unknown[]; pagination: { pageCount: number } }
    ? Path
    : never;
}[ReadPath];
export type RowOf<Path extends ListPath> = ReadResponse<Path>['items'][number];

/** A created row. `repeated`: an earlier attempt, whose response was lost, created it. */
export type CreatedRow = { id: number; repeated?: true | undefined };
