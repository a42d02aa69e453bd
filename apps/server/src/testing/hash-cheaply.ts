import { PASSWORD_COST } from '../http/auth/password-cost.ts';
import { LOWEST_PASSWORD_COST } from './lowest-password-cost.ts';

/** Loaded before the server with `node --import`, in journeys: the server then hashes passwords at the lowest cost. */
Object.assign(PASSWORD_COST, LOWEST_PASSWORD_COST);
