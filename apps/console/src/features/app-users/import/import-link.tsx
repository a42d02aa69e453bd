import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { Link } from '../../../links/link.ts';
import { importTexts } from '../../../texts/import-users.ts';

/** Opens the import. */
export function ImportLink() {
  return (
    <Button
      component={Link}
      to="/import-users"
      variant="default"
      leftSection={<IconFileUpload aria-hidden size={18} />}
    >
      {importTexts.open}
    </Button>
  );
}
