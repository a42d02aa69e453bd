import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react';
import type { Dashboard } from '../session/dashboard.ts';
import { texts } from '../texts/texts.ts';
import classes from './contact-list.module.css';

interface ContactListProps {
  contacts: Dashboard['contacts'];
  number: string;
  /** The text of a prepared message; '' for none. */
  message?: string;
}

/** Whom to call, text or email, each person once. Those without a number are last, and not shown as someone to call. */
export function ContactList({ contacts, number, message = '' }: ContactListProps) {
  if (contacts.length === 0) {
    return (
      <p>
        {texts.call.noContacts} {texts.call.nobody(number)}
      </p>
    );
  }
  const hasNumber = ({ phone }: Contact) => telOf(phone) !== '';
  const people = [...contacts.filter(hasNumber), ...contacts.filter((contact) => !hasNumber(contact))];
  return (
    <ul className={classes['list']}>
      {people.map((contact) => (
        <li key={`${contact.name} ${contact.phone} ${contact.email}`} className={classes['contact']}>
          <div className={classes['person']}>
            <div className={classes['name']}>{contact.name || texts.call.unnamed}</div>
            <div className={classes['detail']}>{contact.phone || <Address email={contact.email} />}</div>
          </div>
          <Actions contact={contact} message={message} />
        </li>
      ))}
    </ul>
  );
}

/** A long address breaks before its @. */
function Address({ email }: { email: string }) {
  const at = email.indexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

type Contact = Dashboard['contacts'][number];

function telOf(phone: string): string {
  return phone.replaceAll(/[^+\d]/g, '');
}

function Actions({ contact: { name, phone, email }, message }: { contact: Contact; message: string }) {
  const tel = telOf(phone);
  const who = name || phone || email;
  const body = message && `body=${encodeURIComponent(message)}`;
  const actions = [
    { to: `tel:${tel}`, label: texts.call.callPerson(who), Icon: IconPhone, text: texts.call.call },
    {
      to: `sms:${tel}${body && `?&${body}`}`,
      label: texts.call.textPerson(who),
      Icon: IconMessage,
      text: texts.call.text,
    },
    {
      to: `mailto:${email}${body && `?${body}`}`,
      label: texts.call.emailPerson(who),
      Icon: IconMail,
      text: texts.call.email,
    },
  ].filter(({ Icon }) => (Icon === IconMail ? email : tel) !== '');
  return (
    <div className={classes['actions']}>
      {actions.map(({ to, label, Icon, text }) => (
        <a key={label} className={classes['action']} href={to} aria-label={label}>
          <Icon aria-hidden />
          {text}
        </a>
      ))}
    </div>
  );
}
