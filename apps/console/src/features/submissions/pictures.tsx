import { Absent } from '../../table/cells.tsx';
import { submissionTexts } from '../../lib/texts/submissions.ts';
import classes from './submissions.module.css';

/** Thumbnails, each a link to the whole picture in a new tab. */
export function Pictures({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return <Absent>{submissionTexts.none}</Absent>;
  return (
    <span className={classes['pictures']}>
      {addresses.map((address, index) => (
        <a
          key={address}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={submissionTexts.image(index + 1, addresses.length)}
        >
          <img src={address} alt="" width={48} height={48} loading="lazy" referrerPolicy="no-referrer" />
        </a>
      ))}
    </span>
  );
}
