import { useState } from 'react';
import { useHasInput } from '../../../states/use-has-input.ts';
import { avatarAddress, getInitials } from './initials.ts';
import classes from './avatar.module.css';

type AvatarProps = { firstName: string; lastName: string; serviceUrl: string | null };

/** The initials, and over them the image of the initials service, which is requested when someone first uses the page. */
export function Avatar({ firstName, lastName, serviceUrl }: AvatarProps) {
  const isUsed = useHasInput();
  const address = isUsed && serviceUrl && avatarAddress(serviceUrl, firstName, lastName);
  const [loaded, setLoaded] = useState<string | null>(null);
  return (
    <span aria-hidden className={classes['avatar']}>
      {getInitials(firstName, lastName)}
      {address && (
        <img
          src={address}
          alt=""
          width={24}
          height={24}
          referrerPolicy="no-referrer"
          data-loaded={loaded === address || undefined}
          onLoad={() => setLoaded(address)}
        />
      )}
    </span>
  );
}
