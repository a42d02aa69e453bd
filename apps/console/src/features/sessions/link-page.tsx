import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { alerts } from '../../states/alerts.ts';
import { useBusy } from '../../states/use-busy.ts';
import { focusPageTitle } from '../../page/page-title.ts';
import { Page } from '../../page/page.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { CallError, explainFailedAction } from '../../net/call-error.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { useTokenOnce } from './use-token-once.ts';

interface LinkPageProps {
  title: string;
  icon: ReactNode;
  /** What pressing the button does. */
  question: string;
  description: string;
  verb: string;
  call: (token: string) => Promise<unknown>;
  done: { title: string; text: string; next: ReactNode };
  /** What to do if the link does not work, or no longer works; the server's sentence comes first. */
  broken: { hint?: string; next: ReactNode };
}

/**
 * The page of an emailed link that does one thing. Opening it changes nothing: mail scanners open links, too. Only the
 * button does.
 */
export function LinkPage({ title, icon, question, description, verb, call, done, broken }: LinkPageProps) {
  const token = useTokenOnce();
  const { busy, run } = useBusy();
  const [outcome, setOutcome] = useState<'done' | { rejected: string } | null>(
    token === '' ? { rejected: sessionTexts.incompleteLinkDescription } : null,
  );

  async function followLink(): Promise<void> {
    alerts.clear();
    try {
      await call(token);
      setOutcome('done');
      focusPageTitle();
    } catch (error) {
      if (!isRejected(error)) alerts.error(explainFailedAction(error));
      else {
        setOutcome({ rejected: error.message });
        focusPageTitle();
      }
    }
  }

  return (
    <Page title={title} width="form">
      <output>
        {outcome === 'done' ? (
          <StateBlock icon={<IconCircleCheck size={22} />} title={done.title} action={done.next}>
            {done.text}
          </StateBlock>
        ) : outcome ? (
          <StateBlock
            icon={<IconLinkOff size={22} />}
            title={token === '' ? sessionTexts.brokenLink : sessionTexts.usedLink}
            action={broken.next}
          >
            {outcome.rejected} {broken.hint}
          </StateBlock>
        ) : (
          <StateBlock
            icon={icon}
            title={question}
            action={
              <Button loading={busy} onClick={() => void run(followLink)}>
                {verb}
              </Button>
            }
          >
            {description}
          </StateBlock>
        )}
      </output>
    </Page>
  );
}

/** The link is the problem; otherwise another attempt makes sense. */
function isRejected(error: unknown): error is CallError {
  return error instanceof CallError && error.kind === 'rejected';
}
