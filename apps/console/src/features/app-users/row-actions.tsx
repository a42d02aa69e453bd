import { IconDeviceMobileOff, IconSend, IconTrash } from '@tabler/icons-react';
import type { AppUser } from '@callpoint/contract/app-users';
import { appUserTexts } from '../../texts/app-users.ts';
import type { RowAction, RowButtonSpec } from '../../table/table-types.ts';

/** The row's button that blocks an active user, or unblocks a blocked one. */
export function blockButton({ status, name }: AppUser, onClick: () => Promise<unknown>): RowButtonSpec {
  if (status === 0) return { verb: appUserTexts.unblock, label: appUserTexts.unblockOne(name), onClick };
  return { verb: appUserTexts.block, label: appUserTexts.blockOne(name), onClick };
}

/** The row's action that opens the install link of an active user; a blocked user cannot sign in. */
export function installAction(user: AppUser, onSelect: () => void): RowAction[] {
  if (user.status === 0) return [];
  return [{ label: appUserTexts.installLink, icon: <IconSend aria-hidden size={18} />, onSelect }];
}

/** The row's action that signs an active user out of the app; a blocked user is signed out already. */
export function signOutAction(user: AppUser, onSelect: () => void): RowAction[] {
  if (user.status === 0) return [];
  const icon = <IconDeviceMobileOff aria-hidden size={18} />;
  return [{ label: appUserTexts.signOutPhone, icon, onSelect }];
}

/** The row's action that deletes a user. */
export function deleteAction(onSelect: () => void): RowAction {
  const icon = <IconTrash aria-hidden size={18} />;
  return { label: appUserTexts.deleteUser, icon, danger: true, onSelect };
}
