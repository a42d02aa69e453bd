/** Moves the focus to the first field or choice of a form that has a problem, once the problem is shown. */
export function focusProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[aria-describedby] input');
    field?.focus();
    // Also what is wrong, which is below it.
    field?.scrollIntoView({ block: 'nearest' });
  });
}
