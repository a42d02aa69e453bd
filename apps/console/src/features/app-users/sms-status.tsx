import '@mantine/core/styles/Text.layer.css';
import { Text } from '@mantine/core';
import type { AppUser } from '@callpoint/contract/app-users';
import { IconMessageOff } from '@tabler/icons-react';
import { appUserTexts } from '../../texts/app-users.ts';
import { timestampText } from '../../display/timestamp-text.ts';
import classes from './app-users.module.css';

/** Shown next to a number that has replied STOP. */
export function SmsStoppedMark() {
  return (
    <span className={classes['noTexts']}>
      <IconMessageOff aria-hidden size={16} />
      {appUserTexts.noTexts}
    </span>
  );
}

/** Whether a user gets text messages, and what the user agreed to. */
export function SmsStatus({ user }: { user: AppUser }) {
  const { sms_consent: consent, sms_stopped_at: stoppedAt } = user;
  return (
    <section aria-label={appUserTexts.textMessages}>
      <Text fw={500} size="sm">
        {appUserTexts.textMessages}
      </Text>
      {stoppedAt !== null && <Text size="sm">{appUserTexts.noTextsSince(timestampText(stoppedAt))}</Text>}
      {consent === null && <Text size="sm">{appUserTexts.notAsked}</Text>}
      {consent !== null && (
        <>
          <Text size="sm">{appUserTexts.agreed(consent.number, timestampText(consent.at))}</Text>
          <Text size="sm" c="dimmed">
            {appUserTexts.agreedTo(consent.wording)}
          </Text>
          {consent.number !== user.phone && <Text size="sm">{appUserTexts.agreedElsewhere}</Text>}
        </>
      )}
    </section>
  );
}
