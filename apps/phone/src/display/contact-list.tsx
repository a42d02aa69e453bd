import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Dashboard } from '../session/dashboard.ts';
import { texts } from '../texts/texts.ts';
import classes from './contact-list.module.css';

interface ContactListProps {
  contacts: Dashboard['contacts'];
  number: string;
  /** The text of a prepared message; '' for none. */
  message?: string;
}

/** Whom to call or text, then whom to email. A contact without a number is not shown as someone to call. */
export function ContactList({ contacts, number, message = '' }: ContactListProps) {
  if (contacts.length === 0) {
    return (
      <p>
        {texts.call.noContacts} {texts.call.nobody(number)}
      </p>
    );
  }
  const body = message === '' ? '' : `body=${encodeURIComponent(message)}`;
  const people = contacts.map((contact) => ({
    ...contact,
    key: `${contact.name} ${contact.phone} ${contact.email}`,
    tel: contact.phone.replaceAll(/[^+\d]/g, ''),
    who: contact.name || contact.phone || contact.email,
  }));
  return (
    <ul className={classes['list']}>
      {people
        .filter(({ tel }) => tel !== '')
        .map(({ key, name, phone, tel, who }) => (
          <li key={key} className={classes['contact']}>
            <div className={classes['person']}>
              <div className={classes['name']}>{name || texts.call.unnamed}</div>
              <div className={classes['detail']}>{phone}</div>
            </div>
            <div className={classes['actions']}>
              <Action to={`tel:${tel}`} label={texts.call.callPerson(who)} icon={<IconPhone aria-hidden />}>
                {texts.call.call}
              </Action>
              <Action
                to={`sms:${tel}${body && `?&${body}`}`}
                label={texts.call.textPerson(who)}
                icon={<IconMessage aria-hidden />}
              >
                {texts.call.text}
              </Action>
            </div>
          </li>
        ))}
      {people
        .filter(({ email }) => email !== '')
        .map(({ key, email, who }) => (
          <li key={`${key} email`}>
            <a className={classes['email']} href={`mailto:${email}${body && `?${body}`}`}>
              <IconMail aria-hidden />
              {texts.call.emailPerson(who)}
            </a>
          </li>
        ))}
    </ul>
  );
}

function Action({
  to,
  label,
  icon,
  children,
}: {
  to: string;
  label: string;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <a className={classes['action']} href={to} aria-label={label}>
      {icon}
      {children}
    </a>
  );
}
