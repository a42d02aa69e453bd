import { useId } from 'react';
import { contacts as contactsSchema, type Contact } from '@callpoint/contract/setting-values';
import { FormCell, FormRow } from '../../form/record/form-table.tsx';
import { Link } from '../../links/link.ts';
import { configurationTexts as texts } from '../../texts/configuration.ts';
import classes from './configuration.module.css';

/** The platform's safety contacts, as people read them. Their own page changes them. */
export function ContactsRow({ value }: { value: string }) {
  const form = useId();
  const people = readFilled(value);
  return (
    <FormRow
      row={{ form }}
      header={texts.contacts}
      fields={1}
      buttons={<Link to="/SafetyContacts">{texts.openContacts}</Link>}
    >
      <FormCell>
        {people.length === 0 && texts.noContacts}
        {people.length > 0 && (
          <ul className={classes['people']}>
            {people.map(({ name, email, phone }, index) => (
              <li key={index}>{[name, email, unbroken(phone)].filter((part) => part !== '').join(', ')}</li>
            ))}
          </ul>
        )}
      </FormCell>
    </FormRow>
  );
}

/** A number stays on one line. */
function unbroken(phone: string): string {
  return phone.replaceAll(' ', '\u00A0');
}

/** The people of the list; unreadable text has none. */
function readFilled(value: string): Contact[] {
  try {
    const { data = [] } = contactsSchema.safeParse(JSON.parse(value));
    return data.filter(({ name, email, phone }) => name + email + phone !== '');
  } catch {
    return [];
  }
}
