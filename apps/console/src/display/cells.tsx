import type { ReactNode } from 'react';
import type { PagePath } from '../links/page-path.ts';
import { Link } from '../links/link.ts';
import classes from './cells.module.css';
import { useReadableNumber } from './readable-number.ts';

interface RecordLinkProps {
  to: PagePath;
  /** Read aloud by screen readers; starts with the visible text. */
  label: string;
  children: ReactNode;
}

/** A link from a row to its record. A name in it has its own direction. */
export function RecordLink({ to, label, children }: RecordLinkProps) {
  return (
    <Link to={to} dir="auto" aria-label={label} className={classes['link']}>
      {children}
    </Link>
  );
}

/** The link of a row: the person or the object that it is about. A name in it has its own direction. */
export function RowLink({ to, label, children }: RecordLinkProps) {
  return (
    <Link to={to} dir="auto" aria-label={label} className={classes['row']}>
      {children}
    </Link>
  );
}

/** The id of a row: small, because nobody looks for it first. */
export function RowId({ children }: { children: number }) {
  return <span className={classes['small']}>{children}</span>;
}

/** A link to write to an email address. */
export function EmailLink({ address }: { address: string }) {
  // A record of someone without one.
  if (address === '') return null;
  return (
    <a
      href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`}
      className={`${classes['link']} ${classes['quiet']}`}
    >
      <BreakableAddress>{address}</BreakableAddress>
    </a>
  );
}

/** An email address that may break after its `@`, and nowhere else. */
function BreakableAddress({ children: address }: { children: string }) {
  const domainStart = address.lastIndexOf('@') + 1;
  if (domainStart === 0) return address;
  return (
    <>
      {address.slice(0, domainStart)}
      <wbr />
      {address.slice(domainStart)}
    </>
  );
}

/** The address of a recipient: an email address, or a number as people read it. */
export function RecipientAddress({ address }: { address: string }) {
  return <BreakableAddress>{useReadableNumber()(address)}</BreakableAddress>;
}

/** A link to call a number. */
export function PhoneLink({ number }: { number: string }) {
  const readable = useReadableNumber();
  if (number === '') return null;
  return (
    <a
      href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}
      className={`${classes['link']} ${classes['quiet']} ${classes['number']}`}
    >
      {readable(number)}
    </a>
  );
}

/** A link to another site, in a new tab that receives no referrer and no opener. */
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

/** Text that must not wrap, such as a number. */
export function NoWrap({ children }: { children: ReactNode }) {
  return <span className={classes['noWrap']}>{children}</span>;
}

/** Shown for a missing value, with a text for screen readers. */
export function MissingValue({ children }: { children: string }) {
  return <span className={classes['missing']}>{children}</span>;
}
