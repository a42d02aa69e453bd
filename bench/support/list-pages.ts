export const PER_PAGE = 20;
/** Pages that are read in turn: twice as many as the server stores responses. */
export const PAGES = 200;

/** Paths of the next pages of a subscriber's presses of button 5, starting at `first`, again and again. */
export function pagesFrom(first: number): () => string {
  let read = 0;
  return () => {
    const page = first + (read++ % PAGES);
    return `/tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=${page}&per_page=${PER_PAGE}`;
  };
}
