import { Fragment, type ReactNode } from 'react';

/** Stands for the name while the text around it is built. Names never contain it: it is for private use. */
const MARK = '\uE000';

/**
 * A text with a name in it. The name is isolated from the direction of the text around it.
 * @param text builds the text with a name
 */
export function withName(text: (name: string) => string, name: string): ReactNode {
  return text(MARK)
    .split(MARK)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <bdi>{name}</bdi>}
        {part}
      </Fragment>
    ));
}
