type Field = HTMLInputElement | HTMLSelectElement;

/**
 * Repeats what a person does on the screen in `root` on the screen that React draws there instead: typed values, the focus, and
 * pressed buttons. Until then, no form is sent.
 */
export function replay(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<Field>('input, select')];
  const buttons = [...root.querySelectorAll('button')];
  const pressed = new Set<HTMLButtonElement>();
  const stopped = new AbortController();
  const options = { signal: stopped.signal };
  let focused = '';
  root.addEventListener('focusin', () => (focused = document.activeElement?.id ?? ''), options);
  root.addEventListener('submit', (event) => event.preventDefault(), options);
  root.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest('button');
      if (!button) return;
      // Pressed again, a button that is no submit button takes its effect back.
      if (button.type === 'submit' || !pressed.delete(button)) pressed.add(button);
      // It shows that it was pressed.
      if (button.type === 'submit') button.dataset['disabled'] = 'true';
    },
    options,
  );
  const observer = new MutationObserver(() => {
    observer.disconnect();
    stopped.abort();
    for (const { id, value } of fields) if (value !== '') enter(document.getElementById(id), value);
    document.getElementById(focused)?.focus({ preventScroll: true });
    // After React has drawn the values.
    queueMicrotask(() => {
      const drawn = [...root.querySelectorAll('button')];
      for (const [index, button] of buttons.entries()) {
        if (pressed.has(button) && nameOf(drawn[index]) === nameOf(button)) drawn[index]?.click();
      }
    });
  });
  observer.observe(root, { childList: true });
}

/** As a person does: React replaces the setter of a field's value and would miss the change. */
function enter(field: Element | null, value: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLInputElement ? 'input' : 'change', { bubbles: true }));
}

const nameOf = (button: HTMLButtonElement | undefined) => button && (button.ariaLabel ?? button.textContent);
