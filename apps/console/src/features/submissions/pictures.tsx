import { Absent } from '../../table/cells.tsx';
import classes from './submissions.module.css';

/** Thumbnails, each a link to the whole picture in a new tab. */
export function Pictures({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return <Absent>None</Absent>;
  return (
    <span className={classes['pictures']}>
      {addresses.map((address, index) => (
        <a
          key={address}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Image ${index + 1} of ${addresses.length}, opens in a new tab`}
        >
          <img src={address} alt="" width={48} height={48} loading="lazy" referrerPolicy="no-referrer" />
        </a>
      ))}
    </span>
  );
}
