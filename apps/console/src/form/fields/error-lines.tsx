import { Fragment, type ReactNode } from 'react';

/** The problems of a field, one line each; false if there are none. */
export function errorLines(problems: readonly string[]): ReactNode {
  if (problems.length === 0) return false;
  return problems.map((problem, index) => (
    <Fragment key={problem}>
      {index > 0 && <br />}
      {problem}
    </Fragment>
  ));
}
