import { RowLink } from '../../display/cells.tsx';
import classes from './overview.module.css';

/** A subscriber with its number, because several can have the same name. */
export function SubscriberName({ team_id, account_name }: { team_id: number; account_name: string }) {
  return (
    <>
      <RowLink to={`/subscriber/profile/${team_id}`} label={`${account_name} ${team_id}`}>
        {account_name}
      </RowLink>{' '}
      <span className={classes['number']}>{team_id}</span>
    </>
  );
}
