import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react';
import type { Dashboard } from '../session/dashboard.ts';
import { texts } from '../texts/texts.ts';
import classes from './contact-list.module.css';
import controls from './controls.module.css';

interface ContactListProps {
  contacts: Dashboard['contacts'];
  number: string;
  /** The text of a prepared message; '' for none. */
  message?: string;
}

/** Whom to call, text or email. A contact without a number is not shown as someone to call. */
export function ContactList({ contacts, number, message = '' }: ContactListProps) {
  if (contacts.length === 0) {
    return (
      <p>
        {texts.call.noContacts} {texts.call.nobody(number)}
      </p>
    );
  }
  const body = message === '' ? '' : `?&body=${encodeURIComponent(message)}`;
  const mail = message === '' ? '' : `?body=${encodeURIComponent(message)}`;
  return (
    <ul className={classes['list']}>
      {contacts.map(({ name, phone, email }) => {
        const who = name || phone || email;
        const tel = phone.replaceAll(/[^+\d]/g, '');
        return (
          <li key={`${name} ${phone} ${email}`} className={classes['contact']}>
            <div>
              <div className={classes['name']}>{name || texts.call.unnamed}</div>
              <div className={controls['soft']}>{phone || email}</div>
            </div>
            <div className={controls['row']}>
              {tel !== '' && (
                <a className={controls['button']} href={`tel:${tel}`} aria-label={texts.call.callPerson(who)}>
                  <IconPhone aria-hidden />
                  {texts.call.call}
                </a>
              )}
              {tel !== '' && (
                <a
                  className={controls['button']}
                  href={`sms:${tel}${body}`}
                  aria-label={texts.call.textPerson(who)}
                >
                  <IconMessage aria-hidden />
                  {texts.call.text}
                </a>
              )}
              {email !== '' && (
                <a
                  className={controls['button']}
                  href={`mailto:${email}${mail}`}
                  aria-label={texts.call.emailPerson(who)}
                >
                  <IconMail aria-hidden />
                  {texts.call.email}
                </a>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
