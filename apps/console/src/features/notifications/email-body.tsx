import { Fragment, useMemo, type ReactNode } from 'react';
import classes from './preview.module.css';

/** The text of an email's HTML, rebuilt from the few elements that our emails have: nothing else is shown. */
export function EmailBody({ html }: { html: string }) {
  const body = useMemo(() => new DOMParser().parseFromString(html, 'text/html').body, [html]);
  return <div className={classes['body']}>{partsOf(body)}</div>;
}

function partsOf(parent: Element): ReactNode[] {
  return [...parent.childNodes].map((node, index) => <Fragment key={index}>{partOf(node)}</Fragment>);
}

function partOf(node: ChildNode): ReactNode {
  if (!(node instanceof Element)) return isIndent(node) ? null : node.textContent;
  switch (node.tagName) {
    case 'BR':
      return <br />;
    case 'A':
      return (
        <a href={node.getAttribute('href') ?? ''} target="_blank" rel="noreferrer">
          {partsOf(node)}
        </a>
      );
    case 'IMG':
      return <img src={node.getAttribute('src') ?? ''} alt={node.getAttribute('alt') ?? ''} />;
    default:
      return partsOf(node);
  }
}

/** The whitespace between the document's own elements is not part of the text. */
function isIndent({ parentNode, textContent }: ChildNode): boolean {
  return parentNode?.firstElementChild?.tagName === 'DIV' && textContent?.trim() === '';
}
