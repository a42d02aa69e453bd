import { createElement, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { BASE } from './base.ts';
import { navigate } from './navigation.ts';
import type { PagePath } from './page-path.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: PagePath };

/** A link to a page that exists. The page opens without loading the console again. */
export function Link({ to, onClick, ...props }: LinkProps): ReactNode {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event, props.target)) return;
    event.preventDefault();
    void navigate(to);
  };
  return createElement('a', { ...props, href: BASE + to, onClick: open });
}

/** For example in a new tab: the browser does this. */
function opensElsewhere(event: MouseEvent, target: string | undefined): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button !== 0 || hasModifier || (target !== undefined && target !== '_self');
}
