import { Fragment } from 'react';

const WHOLE = { whiteSpace: 'nowrap' } as const;

/** A name that breaks between its words and after its slash where there is little room, and not within “On-Site”. */
export function BreakableName({ name }: { name: string }) {
  return (
    <span>
      {name.match(/[^ /]+[ /]?/g)?.map((part) => (
        <Fragment key={part}>
          {part.includes('-') ? <span style={WHOLE}>{part}</span> : part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
