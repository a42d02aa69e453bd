import { Button, InputBase, TextInput } from '@mantine/core';
import { useForm, type FormErrors } from '../../form/use-form.ts';
import { ProblemSummary } from '../../form/record/problem-summary.tsx';
import { Page } from '../../page/page.tsx';
import { explainFailedAction } from '../../net/call-error.ts';
import { useSession } from '../../session/session.ts';
import { alerts } from '../../states/alerts.ts';
import { AlertBox } from '../../states/alerts-list.tsx';
import { supportTexts } from '../../texts/support.ts';
import { contactOperator } from './support.api.ts';
import classes from './support.module.css';

const LABELS = { name: supportTexts.name, email: supportTexts.email, message: supportTexts.message };
type Name = keyof typeof LABELS;
type Values = Record<Name, string>;
const NAMES = Object.keys(LABELS) as Name[];

/** Writes to the administrator of this server, signed in or not. */
export function Component() {
  const user = useSession()?.user;
  const form = useForm<Values>({
    initialValues: {
      name: user ? `${user.first_name} ${user.last_name}` : '',
      email: user?.email ?? '',
      message: '',
    },
    labels: LABELS,
    validate,
    save: async (values) => {
      const msg = await contactOperator({ ...values, email: values.email.trim() });
      form.setValues({ message: '' });
      alerts.success(msg);
    },
    failed: supportTexts.notSent,
  });
  const field = (name: Name) => ({
    label: LABELS[name],
    required: true,
    ...form.field(name),
  });
  return (
    <Page title={supportTexts.contact} description={supportTexts.contactDescription} width="form">
      <form noValidate className={classes['form']} onSubmit={form.onSubmit}>
        <ProblemSummary problems={form.problems} label={supportTexts.notSentLabel} />
        <TextInput {...field('name')} autoComplete="name" maxLength={100} />
        <TextInput
          {...field('email')}
          type="email"
          autoComplete="email"
          maxLength={254}
          description={supportTexts.emailHelp}
        />
        <InputBase<'textarea'>
          component="textarea"
          multiline
          {...field('message')}
          rows={6}
          maxLength={5000}
          onChange={(event) => form.setValues({ message: event.currentTarget.value })}
        />
        <div role="alert" className={classes['failure']}>
          {form.failure && (
            <AlertBox kind="error" label={supportTexts.notSentLabel}>
              {explainFailedAction(form.failure.error, form.failure.failed).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              <p>{supportTexts.messageKept}</p>
            </AlertBox>
          )}
        </div>
        <div>
          <Button type="submit" loading={form.saving}>
            {supportTexts.send}
          </Button>
        </div>
      </form>
    </Page>
  );
}

/** The browser's own rules: this page must load without the schemas. The server checks everything again. */
function validate(values: Values, element: HTMLFormElement): FormErrors {
  const problems = NAMES.map((name) => {
    if (values[name].trim() === '') return [name, supportTexts.required(LABELS[name])] as const;
    const input = element.elements.namedItem(name);
    const isValid = !(input instanceof HTMLInputElement) || input.checkValidity();
    return isValid ? null : ([name, supportTexts.invalidEmail] as const);
  });
  return Object.fromEntries(problems.filter((problem) => problem !== null));
}
