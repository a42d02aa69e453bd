import {
  IconAddressBook,
  IconAlertTriangle,
  IconHeadset,
  IconHelpCircle,
  IconMessageReport,
  IconPackage,
  IconShieldCheck,
  IconUrgent,
} from '@tabler/icons-react';

const ICONS: Readonly<Record<string, typeof IconUrgent>> = {
  'button-1': IconShieldCheck,
  'button-2': IconAlertTriangle,
  'button-4': IconMessageReport,
  'button-5': IconUrgent,
  'form-1': IconHelpCircle,
  'form-2': IconHeadset,
  'form-3': IconPackage,
};

/** The icon of a button or form; of the contacts without an id. */
export function ItemIcon({ kind, id }: { kind: string; id: number | null }) {
  const Icon = ICONS[`${kind}-${id}`] ?? IconAddressBook;
  return <Icon aria-hidden />;
}
