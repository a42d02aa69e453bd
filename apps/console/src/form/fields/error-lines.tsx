import { Fragment, type ReactNode } from 'react';

/** What is wrong with a field, one line each; false where nothing is. */
export function errorLines(problems: readonly string[]): ReactNode {
  if (problems.length === 0) return false;
  return problems.map((problem, index) => (
    <Fragment key={problem}>
      {index > 0 && <br />}
      {problem}
    </Fragment>
  ));
}
