/** Texts that the specification defines to the letter, including odd spellings. */
export const TEXTS = {
  failedAction: 'Failed to perform Action.',
  passwordMismatch: 'Password and confirm password do not match.',
  signupDone: 'Regsitration Successful. Please login.',
  noSuchUser: 'No such user exists.',
  notInTeam: 'User not part of the team. Can not edit.',
  updated: 'Updated Successfully.',
  contactUpdated: 'Update Successfully.',
  deleted: 'Deleted Successfully.',
  passwordUpdated: 'Password Updated Successfully.',
  planCreated: 'Plan Created successfully.',
  planUpdated: 'Plan updated successfully.',
  planCreateFailed: 'Failed to create Plan.',
  planUpdateFailed: 'Failed to update Plan.',
  subscriberCreated: 'Subscriber Account Created successfully.',
  subscriberCreateFailed: 'Failed to create Subscriber.',
  appUserCreated: 'App user Account Created successfully.',
  appUserCreateFailed: 'Failed to create App user Account.',
  appUserUpdated: 'App user Account updated successfully.',
  appUserUpdateFailed: 'Failed to update App user Account.',
  confirmLogout: 'Are you sure you want to logout?',
  confirmDelete: 'Are you sure you want to delete this record?',
  notFound: 'Not Found',
} as const;

/** The summary after several settings were saved, each with its own call. */
export function settingsSummary(saved: number, failed: number): string {
  return failed === 0 ? TEXTS.updated : `${saved} values updated successfully. ${failed} values failed`;
}
