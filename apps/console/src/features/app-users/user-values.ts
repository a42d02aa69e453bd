import type { AppUser } from '@callpoint/contract/app-users';
import { appUserTexts } from '../../texts/app-users.ts';

/** The values of the forms, and the bodies of the calls. Spaces around a name, an address or a number are removed. */

export type UserValues = { name: string; email: string; phone: string; password: string };
export type NewUserValues = UserValues & { consent: boolean };

type Profile = { name: string; email: string; phone: string; team_id: number };
export type NewUser = Profile & { password: string; sms_consent: string };
export type UserChange = Profile & { password?: string; sms_consent?: string };

export const EMPTY_USER: NewUserValues = { name: '', email: '', phone: '', password: '', consent: false };

function toProfile({ name, email, phone }: UserValues, teamId: number): Profile {
  return { team_id: teamId, name: name.trim(), email: email.trim(), phone: phone.trim() };
}

export function toNewUser(values: UserValues, teamId: number): NewUser {
  return {
    ...toProfile(values, teamId),
    password: values.password,
    // The form is not sent without the consent, worded like this.
    sms_consent: appUserTexts.consentDescription,
  };
}

/** An empty password does not change it. */
export function toUserChange(values: NewUserValues, user: WithConsent & { team_id: number }): UserChange {
  return {
    ...toProfile(values, user.team_id),
    ...(values.password === '' ? {} : { password: values.password }),
    ...(values.consent && isConsentMissing(user, values.phone)
      ? { sms_consent: appUserTexts.consentDescription }
      : {}),
  };
}

type WithConsent = Pick<AppUser, 'sms_consent'>;

/** The user has not agreed to text messages at this number: never, or only at another one. */
export function isConsentMissing({ sms_consent }: WithConsent, phone: string): boolean {
  return sms_consent?.number !== phone.trim();
}

/** Passwords are never read back or stored. */
export function withoutPassword<Values extends UserValues>(values: Values): Values {
  return { ...values, password: '' };
}
