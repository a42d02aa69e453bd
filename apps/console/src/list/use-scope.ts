import { useParams } from '../links/location.ts';
import { parseScope, type Scope } from './scope.ts';

/** The scope of the page at this address; null if it names an invalid subscriber. */
export function useScope(): Scope | null {
  return parseScope(useParams()['teamId']);
}
