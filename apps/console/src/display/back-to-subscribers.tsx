import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '../links/link.ts';
import { shellTexts } from '../texts/shell.ts';

/** On an administrator's pages of one subscriber: the way back to the list of all. */
export function BackToSubscribers() {
  return (
    <Button
      component={Link}
      to="/subscribers"
      variant="default"
      leftSection={<IconArrowLeft aria-hidden size={18} />}
    >
      {shellTexts.goBack}
    </Button>
  );
}
