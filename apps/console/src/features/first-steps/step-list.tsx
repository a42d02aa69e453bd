import { Button } from '@mantine/core';
import type { FirstSteps } from '@callpoint/contract/first-steps';
import { UNCONFIRMED_RECIPIENTS } from '@callpoint/contract/sending-allowances';
import { IconAlertTriangle, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Link } from '../../links/link.ts';
import { CallButton } from '../../form/fields/call-button.tsx';
import { pageConfig } from '../../net/current-page-config.ts';
import { firstStepTexts } from '../../texts/first-steps.ts';
import type { FirstStepAction } from './first-steps.api.ts';
import classes from './first-steps.module.css';

interface StepListProps {
  steps: FirstSteps;
  /** A call is in progress. */
  busy: boolean;
  onAction: (action: FirstStepAction) => void;
  /** Sends the confirmation email again; resolves to the server's sentence. */
  onResend: () => Promise<string>;
}

/** Where most subscribers start: the button whose alerts have priority. */
const EMERGENCY_SETTINGS = '/button_press_settings/5';

const sendsEmail = !pageConfig.unconfigured.includes('email');
const CHANNELS = Object.entries(firstStepTexts.channels);
const missing = CHANNELS.filter(([channel]) => pageConfig.unconfigured.includes(channel)).map(
  ([, name]) => name,
);
const sendsNothing = missing.length === CHANNELS.length;

/** The steps, each with a tick, a link to its page, and a one-line description. */
export function StepList({ steps, busy, onAction, onResend }: StepListProps) {
  const id = useId();
  const done = Object.values(steps).filter(Boolean).length;
  return (
    <section aria-labelledby={id} className={classes['card']}>
      <div className={classes['head']}>
        <h2 id={id} className={classes['title']}>
          {firstStepTexts.title}
        </h2>
        <output className={classes['soft']}>
          {firstStepTexts.progress(done, Object.keys(steps).length)}
        </output>
      </div>
      <p className={classes['soft']}>{firstStepTexts.description}</p>
      {missing[0] !== undefined && (
        <div className={classes['warning']}>
          <IconAlertTriangle aria-hidden size={18} />
          {/* The link is an item of its own: in the sentence, the lines below would move when the font loads. */}
          <div className={classes['sentence']}>
            <span>
              {sendsNothing ? firstStepTexts.cannotSendAny(missing) : firstStepTexts.cannotSend(missing[0])}
            </span>
            {/* The contact form sends an email, too. */}
            {sendsEmail && <Link to="/contact">{firstStepTexts.contact}</Link>}
          </div>
        </div>
      )}
      <ol className={classes['list']}>
        <Step
          done={steps.email_confirmed}
          name={<strong>{firstStepTexts.confirmEmail}</strong>}
          description={
            sendsEmail
              ? firstStepTexts.confirmEmailDescription(UNCONFIRMED_RECIPIENTS)
              : firstStepTexts.cannotConfirmEmail(UNCONFIRMED_RECIPIENTS)
          }
        >
          {sendsEmail && <CallButton onCall={onResend}>{firstStepTexts.resend}</CallButton>}
        </Step>
        <Step
          done={steps.user_added}
          name={<Link to="/add-user">{firstStepTexts.addUser}</Link>}
          description={firstStepTexts.addUserDescription}
        />
        <Step
          done={steps.recipients_set}
          name={<Link to={EMERGENCY_SETTINGS}>{firstStepTexts.recipients}</Link>}
          description={firstStepTexts.recipientsDescription}
        >
          <Button variant="default" disabled={busy} onClick={() => onAction('confirmRecipients')}>
            {firstStepTexts.confirmRecipients}
          </Button>
        </Step>
        <Step
          done={steps.contact_added}
          name={<Link to="/safety-contacts">{firstStepTexts.contacts}</Link>}
          description={firstStepTexts.contactsDescription}
        />
        <Step
          done={steps.test_sent}
          name={<Link to={EMERGENCY_SETTINGS}>{firstStepTexts.sendTest}</Link>}
          description={sendsNothing ? firstStepTexts.cannotSendTest : firstStepTexts.sendTestDescription}
        />
        <Step
          done={steps.phone_installed}
          name={<strong>{firstStepTexts.phone}</strong>}
          description={firstStepTexts.phoneDescription}
        />
      </ol>
      <div>
        <Button variant="default" disabled={busy} onClick={() => onAction('endFirstSteps')}>
          {firstStepTexts.hide}
        </Button>
      </div>
    </section>
  );
}

/** `children` is shown for a step that is still to do. */
function Step({
  done,
  name,
  description,
  children,
}: {
  done: boolean;
  name: ReactNode;
  description: string;
  children?: ReactNode;
}) {
  const Icon = done ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={classes['step']} data-done={done || undefined}>
      <Icon aria-hidden size={22} className={classes['tick']} />
      <div className={classes['stepText']}>
        <span>
          {name} <span className={classes['state']}>{done ? firstStepTexts.done : firstStepTexts.toDo}</span>
        </span>
        {!done && <span className={classes['soft']}>{description}</span>}
        {!done && children && <div>{children}</div>}
      </div>
    </li>
  );
}
