import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

/** The cross in the corner of a dialog. */
export function CloseButton({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--cp-ink)"
      size={44}
      aria-label={label}
      onClick={onClose}
    >
      <IconX aria-hidden size={20} />
    </ActionIcon>
  );
}
