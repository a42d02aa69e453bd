import { useState, type MouseEvent } from 'react';
import { MissingValue } from '../../../display/cells.tsx';
import { Link } from '../../../links/link.ts';
import type { RecordsPath } from '../../../list/scope.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { imageTexts } from '../../../texts/images.ts';
import classes from './images.module.css';
import { Thumbnail } from './thumbnail.tsx';

const ImageViewer = lazyPart(async () => (await import('./image-viewer.tsx')).ImageViewer);

/** In CSS pixels: in a row of a list, and on a record. */
const SIDES = { small: 32, large: 160 };
/** Thumbnails in a row of a list. */
const IN_A_ROW = 2;

interface ImagesProps {
  addresses: readonly string[];
  /** The address of the record. */
  record: `${RecordsPath}/${number}`;
  size?: keyof typeof SIDES;
  /** The number of the image that is open from the start. */
  opened?: number | null;
}

/** Thumbnails. Each is a link to the record with the opened image, and opens it here. */
export function Images({ addresses, record, size = 'small', opened = null }: ImagesProps) {
  const [shown, setShown] = useState(opened);
  if (addresses.length === 0) return <MissingValue>{imageTexts.none}</MissingValue>;
  const visible = size === 'small' && addresses.length > IN_A_ROW ? IN_A_ROW - 1 : addresses.length;
  const linkTo = (number: number) => ({
    to: `${record}?image=${number}` as const,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setShown(number);
    },
  });
  const rest = addresses.length - visible;
  return (
    <span className={classes['images']}>
      {addresses.slice(0, visible).map((address, index) => (
        <Link
          // The same image may occur twice.
          key={`${index} ${address}`}
          {...linkTo(index + 1)}
          className={classes['link']}
          aria-label={imageTexts.image(index + 1, addresses.length)}
        >
          <Thumbnail address={address} number={index + 1} side={SIDES[size]} />
        </Link>
      ))}
      {rest > 0 && (
        <Link
          {...linkTo(visible + 1)}
          className={classes['rest']}
          style={{ width: SIDES[size], height: SIDES[size] }}
          aria-label={imageTexts.more(rest)}
        >
          +{rest}
        </Link>
      )}
      {shown !== null && shown <= addresses.length && (
        <ImageViewer addresses={addresses} first={shown} onClose={() => setShown(null)} />
      )}
    </span>
  );
}
