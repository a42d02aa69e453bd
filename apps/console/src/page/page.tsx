import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from '../links/location.ts';
import type { PagePath } from '../links/page-path.ts';
import { feedbackTexts } from '../texts/feedback.ts';
import { AlertsList } from '../states/alerts-list.tsx';
import { currentPage } from './current-page.ts';
import { PageArea } from './page-area.ts';
import { PAGE_TITLE_ID } from './page-title.ts';
import classes from './page.module.css';

type PageProps = {
  /** The heading, and the name in the browser's tab. */
  title: string;
  /** One line: the purpose of this page. */
  description?: ReactNode;
  /** The primary action, at the right of the title. */
  action?: ReactNode;
  /** The parent page, if the page itself is not in the menu. */
  parent?: { label: string; to: PagePath };
  /** `wide` at most 1200 px, `form` at most 720. */
  width?: 'wide' | 'form';
  children?: ReactNode;
};

/** The first page of a visit was not opened by a link: its focus stays where the browser put it. */
let visited: string | null = null;

/** A page's frame: heading, messages, content. Moves the focus to the heading when someone opened the page by a link. */
export function Page({ title, description, action, parent, width = 'wide', children }: PageProps) {
  const area = useContext(PageArea);
  const name = area === null ? title : feedbackTexts.titleWithArea(title, area);
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const { label, to } = parent ?? {};

  useEffect(() => {
    document.title = feedbackTexts.tab(name);
    currentPage.set({ title, parent: label && to ? { label, to } : null });
  }, [title, name, label, to]);

  useEffect(() => {
    if (visited !== null && visited !== pathname) heading.current?.focus({ preventScroll: true });
    visited = pathname;
  }, [pathname]);

  return (
    <div>
      <AlertsList />
      <div className={classes['page']} data-width={width}>
        <header className={classes['head']}>
          <div className={classes['titles']}>
            <h1 ref={heading} id={PAGE_TITLE_ID} tabIndex={-1} className={classes['title']}>
              {name}
            </h1>
            {description && <p className={classes['description']}>{description}</p>}
          </div>
          {action && (
            <div className={classes['action']} data-unprinted>
              {action}
            </div>
          )}
        </header>
        {children}
      </div>
    </div>
  );
}
