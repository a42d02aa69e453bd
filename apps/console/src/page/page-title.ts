/** The element id of the heading of the page that is shown. */
export const PAGE_TITLE_ID = 'page-title';

/** Moves the focus to the page's heading: for when what had it is gone, like the row that was deleted. */
export function focusPageTitle(): void {
  document.getElementById(PAGE_TITLE_ID)?.focus({ preventScroll: true });
}
