import { PhoneLink } from '../../../display/cells.tsx';
import classes from '../submissions.module.css';

/** An email and a number, one below the other. Only the number is a link: two would be too close to each other to be pressed. */
export function ContactCell({ email, phone }: { email: string; phone: string }) {
  return (
    <div className={classes['lines']}>
      <span className={classes['softLine']}>{email}</span>
      <PhoneLink number={phone} />
    </div>
  );
}
