import { Button } from '@mantine/core';
import { Link } from 'react-router';

interface RecordButtonsProps {
  /** What saving does, as a verb. */
  save: string;
  saving: boolean;
  /** Where one leaves to without saving. */
  back: { label: string; to: string };
}

/** The buttons of a form that is a page of its own: save, and leave. */
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
