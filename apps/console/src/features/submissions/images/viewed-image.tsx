import { Button } from '@mantine/core';
import { IconDownload, IconExternalLink, IconPhotoOff } from '@tabler/icons-react';
import { keyOfImageUrl } from '@callpoint/contract/image-address';
import { useState } from 'react';
import { StateBlock } from '../../../states/state-block.tsx';
import { imageTexts } from '../../../texts/images.ts';
import classes from './images.module.css';
import { useImage } from './use-image.ts';

/** The image in the viewer, while it loads, when it is shown, or if it can't be shown. */
export function ViewedImage({ address, name }: { address: string; name: string }) {
  const { source, hasFailed, retry } = useImage(address, 'full');
  const [isBroken, setBroken] = useState(false);
  if (hasFailed || isBroken) {
    return (
      <div className={classes['frame']} role="alert">
        <StateBlock
          icon={<IconPhotoOff size={24} />}
          title={imageTexts.failed}
          action={
            hasFailed && (
              <Button variant="default" onClick={retry}>
                {imageTexts.retry}
              </Button>
            )
          }
        >
          {imageTexts.failedHelp}
        </StateBlock>
      </div>
    );
  }
  return (
    <div className={classes['frame']}>
      {source === undefined ? (
        <output>{imageTexts.loading}</output>
      ) : (
        <img src={source} alt={name} referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      )}
    </div>
  );
}

/** An uploaded image is saved as a file; the address of another site opens there. */
export function OriginalLink({ address }: { address: string }) {
  const key = keyOfImageUrl(address);
  const { source } = useImage(address, 'full');
  if (source === undefined) return <span />;
  return key === null ? (
    <a className={classes['original']} href={address} target="_blank" rel="noopener noreferrer">
      <IconExternalLink aria-hidden size={16} />
      {imageTexts.openOriginal}
    </a>
  ) : (
    <a className={classes['original']} href={source} download={`${key}.jpg`}>
      <IconDownload aria-hidden size={16} />
      {imageTexts.download}
    </a>
  );
}
