/** The element id of the heading of the page that is shown. */
export const PAGE_TITLE_ID = 'page-title';

/** Moves the focus to the page's heading: for when the focused element disappeared, such as a deleted row. */
export function focusPageTitle(): void {
  document.getElementById(PAGE_TITLE_ID)?.focus({ preventScroll: true });
}

/** Scrolls to the title of the page and focuses it: where someone continues whose button disappears. */
export function returnToPageTitle(): void {
  window.scrollTo(0, 0);
  focusPageTitle();
}
