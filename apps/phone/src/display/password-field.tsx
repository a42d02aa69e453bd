import { Field, type FieldProps } from './field.tsx';

/** Characters of the longest password. */
const MAX_LENGTH = 200;

/** A field whose text is hidden. */
export function PasswordField(
  props: Omit<FieldProps, 'type' | 'lines' | 'maxLength' | 'autoComplete'> & {
    autoComplete: 'current-password' | 'new-password';
  },
) {
  return <Field {...props} type="password" maxLength={MAX_LENGTH} />;
}
