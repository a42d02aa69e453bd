import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { imageTexts } from '../../../texts/images.ts';
import classes from './images.module.css';
import { useImage } from './use-image.ts';
import { useNearViewport } from './use-near-viewport.ts';

interface ThumbnailProps {
  address: string;
  number: number;
  /** In CSS pixels. */
  side: number;
}

/** A square part of an image. The link around it has the name. */
export function Thumbnail({ address, number, side }: ThumbnailProps) {
  const [isBroken, setBroken] = useState(false);
  const { ref, isNear } = useNearViewport<HTMLSpanElement>();
  const { source, hasFailed } = useImage(address, 'thumbnail', isNear);
  const size = { width: side, height: side };
  if (isBroken || hasFailed) {
    return (
      <span className={classes['broken']} style={size} title={imageTexts.thumbnailFailed(number)}>
        <IconPhotoOff aria-hidden size={20} />
      </span>
    );
  }
  return (
    <span ref={ref} className={classes['thumbnail']} style={size}>
      {isNear && source !== undefined && (
        <img src={source} alt="" {...size} referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
