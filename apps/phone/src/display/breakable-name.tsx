import { Fragment } from 'react';

/** A name that breaks after its slash where there is little room. */
export function BreakableName({ name }: { name: string }) {
  const [first, ...more] = name.split('/');
  return (
    <span>
      {first}
      {more.map((part) => (
        <Fragment key={part}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
