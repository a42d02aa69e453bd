import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './cells.module.css';

interface RecordLinkProps {
  to: string;
  /** What is read out; begins with the visible words. */
  label: string;
  children: ReactNode;
}

/** A link from a row to its record. */
export function RecordLink({ to, label, children }: RecordLinkProps) {
  return (
    <Link to={to} aria-label={label} className={classes['link']}>
      {children}
    </Link>
  );
}

/** An e-mail address, or a number. It may be broken after @ and dots, where people expect it. */
export function Address({ address }: { address: string }) {
  return address.split(/(?<=[@.])/).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}

/** An address to write to. */
export function MailLink({ address }: { address: string }) {
  return (
    <a
      href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`}
      className={`${classes['link']} ${classes['quiet']}`}
    >
      <Address address={address} />
    </a>
  );
}

/** A number to call. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a
      href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}
      className={`${classes['link']} ${classes['quiet']} ${classes['number']}`}
    >
      {number}
    </a>
  );
}

/** A link that leaves the product, in a new tab that knows nothing of this one. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${classes['link']} ${classes['quiet']}`}
    >
      {children}
    </a>
  );
}

/** Words that must not be broken between two lines, like a number. */
export function Together({ children }: { children: ReactNode }) {
  return <span className={classes['together']}>{children}</span>;
}

/** Stands where a value is missing, and says so. */
export function Absent({ children }: { children: string }) {
  return <span className={classes['absent']}>{children}</span>;
}
