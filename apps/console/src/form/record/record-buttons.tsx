import { Button } from '@mantine/core';
import type { PagePath } from '../../links/page-path.ts';
import { Link } from '../../links/link.ts';

interface RecordButtonsProps {
  /** The verb for saving. */
  save: string;
  saving: boolean;
  /** The page that opens without saving. */
  back: { label: string; to: PagePath };
}

/** The buttons of a form that has its own page: save, and leave. */
export function RecordButtons({ save, saving, back }: RecordButtonsProps) {
  return (
    <>
      <Button type="submit" loading={saving}>
        {save}
      </Button>
      <Button component={Link} to={back.to} variant="default">
        {back.label}
      </Button>
    </>
  );
}
