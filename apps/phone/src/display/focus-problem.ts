/**
 * Moves the focus to the first field or choice of a form that has a problem, once the problem is shown; not if the
 * person is in another field by then, because what they type would go into the wrong one.
 */
export function focusProblem(form: HTMLFormElement): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now !== before && form.contains(now)) return;
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[aria-describedby] input');
    field?.focus();
    // Also what is wrong, which is below it.
    field?.scrollIntoView({ block: 'nearest' });
  });
}
