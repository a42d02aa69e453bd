import { IconPlugConnected } from '@tabler/icons-react';
import type { KeyTest } from '@callpoint/contract/payments';
import { CallButton, type Outcome } from '../../form/fields/call-button.tsx';
import { configurationTexts as texts } from '../../texts/configuration.ts';
import { testKeys } from './configuration.api.ts';

/** Tests both keys of the payment provider, as they are saved. */
export function KeysTest() {
  return (
    <CallButton icon={<IconPlugConnected aria-hidden size={18} />} onCall={findOutcome}>
      {texts.testKeys}
    </CallButton>
  );
}

async function findOutcome(): Promise<Outcome> {
  const { secret, publishable, has_webhook_secret: hasWebhookSecret } = await testKeys();
  const works = [secret, publishable].every(({ state }) => state === 'works') && hasWebhookSecret;
  const text = texts.keyTests(describe(secret), describe(publishable));
  return {
    kind: works ? 'done' : 'failed',
    text: hasWebhookSecret ? text : `${text} ${texts.noWebhookSecret}`,
  };
}

function describe({ state, mode }: KeyTest): string {
  return state === 'works' ? texts.keyWorks[mode ?? 'live'] : texts.keyFails[state];
}
