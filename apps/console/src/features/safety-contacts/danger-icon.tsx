import { IconTrash } from '@tabler/icons-react';

/** The icon of a button that removes a person. */
export function dangerIcon() {
  return <IconTrash aria-hidden size={18} />;
}
