import { useParams } from 'react-router';
import { scopeOf, type Scope } from './scope.ts';

/** Whose rows the page at this address shows; null where it names nobody that could be. */
export function useScope(): Scope | null {
  return scopeOf(useParams()['teamId']);
}
