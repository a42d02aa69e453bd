import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { MissingValue } from '../../../display/cells.tsx';
import { submissionTexts } from '../../../texts/submissions.ts';
import classes from '../submissions.module.css';

/** In CSS pixels. */
const SIZES = { small: 48, large: 160 };

interface ImagesProps {
  addresses: readonly string[];
  size?: keyof typeof SIZES;
}

/** Thumbnails, each a link to the full image in a new tab. */
export function Images({ addresses, size = 'small' }: ImagesProps) {
  if (addresses.length === 0) return <MissingValue>{submissionTexts.none}</MissingValue>;
  return (
    <span className={classes['images']}>
      {addresses.map((address, index) => (
        <a
          // The same image may occur twice.
          key={`${index} ${address}`}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={submissionTexts.image(index + 1, addresses.length)}
        >
          <Thumbnail address={address} number={index + 1} size={SIZES[size]} />
        </a>
      ))}
    </span>
  );
}

function Thumbnail({ address, number, size }: { address: string; number: number; size: number }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <span
        className={classes['broken']}
        style={{ width: size, height: size }}
        title={submissionTexts.imageFailed(number)}
      >
        <IconPhotoOff aria-hidden size={20} />
      </span>
    );
  }
  return (
    <img
      src={address}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
