import { useState } from 'react';
import { avatarAddress, getInitials } from './initials.ts';
import classes from './avatar.module.css';

type AvatarProps = { firstName: string; lastName: string; serviceUrl: string | null };

/** The image of the initials service; drawn here while there is none or it does not load. */
export function Avatar({ firstName, lastName, serviceUrl }: AvatarProps) {
  const address = serviceUrl && avatarAddress(serviceUrl, firstName, lastName);
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
