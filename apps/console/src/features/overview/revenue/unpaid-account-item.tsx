import { Button } from '@mantine/core';
import type { StopNotice, UnpaidAccount } from '@callpoint/contract/unpaid-accounts';
import { IconBan } from '@tabler/icons-react';
import { useState } from 'react';
import { Status } from '../../../display/status.tsx';
import { dayAndTime } from '../../../display/timestamp-text.ts';
import { withName } from '../../../display/with-name.tsx';
import { getErrorMessages } from '../../../net/call-error.ts';
import { confirm } from '../../../overlay/confirm.ts';
import { focusPageTitle } from '../../../page/page-title.ts';
import { SubscriberLink } from '../../../display/subscriber-link.tsx';
import { alerts } from '../../../states/alerts.ts';
import { useBusy } from '../../../states/use-busy.ts';
import { revenueTexts as texts } from '../../../texts/revenue.ts';
import { priceText } from './price.ts';
import { useDecide, type UnpaidDecision } from './revenue.api.ts';
import classes from './revenue.module.css';

/** What each decision asks before it happens, and says after it. */
const DECISIONS = {
  'start/stopNotice': {
    verb: texts.startNotice,
    label: texts.startNoticeOf,
    ask: texts.startAsk,
    detail: texts.startDetail,
    done: texts.started,
  },
  'withdraw/stopNotice': {
    verb: texts.withdraw,
    label: texts.withdrawOf,
    ask: texts.withdrawAsk,
    detail: texts.withdrawDetail,
    done: texts.withdrawn,
  },
  'stop/unpaidAccount': {
    verb: texts.stop,
    label: texts.stopOf,
    ask: texts.stopAsk,
    detail: texts.stopDetail,
    done: texts.stopped,
    dangerIcon: <IconBan aria-hidden size={18} />,
  },
} as const;

/** An unpaid account: whom to call, how far its notice is, and what can be decided now. */
export function UnpaidAccountItem(account: UnpaidAccount) {
  const { team_id, account_name, owner, notice } = account;
  const decide = useDecide();
  const { busy, run } = useBusy();
  const [problem, setProblem] = useState('');

  async function ask(decision: UnpaidDecision): Promise<void> {
    const { ask: question, detail, done, ...button } = DECISIONS[decision];
    const isConfirmed = await confirm({
      title: withName(question, account_name),
      children: detail,
      verb: button.verb,
      ...('dangerIcon' in button && { dangerIcon: button.dangerIcon }),
    });
    if (!isConfirmed) return;
    setProblem('');
    try {
      await decide(decision, team_id);
      alerts.success(done);
      focusPageTitle();
    } catch (error) {
      setProblem(getErrorMessages(error).join(' '));
    }
  }

  return (
    <li className={classes['account']}>
      <div>
        <SubscriberLink id={team_id} name={account_name} />
        <p>
          {texts.overdueSince(dayAndTime(account.since).day)}, {priceText(account)}
        </p>
        <p className={classes['owner']}>
          <span>{owner.name}</span>
          {owner.phone && <a href={`tel:${owner.phone}`}>{owner.phone}</a>}
          <a href={`mailto:${owner.email}`}>{owner.email}</a>
        </p>
        {notice && <Notice {...notice} />}
      </div>
      <div className={classes['actions']}>
        {decisionsOf(notice).map((decision) => (
          <Button
            key={decision}
            variant="default"
            loading={busy}
            aria-label={DECISIONS[decision].label(account_name)}
            onClick={() => void run(() => ask(decision))}
          >
            {DECISIONS[decision].verb}
          </Button>
        ))}
      </div>
      <output className={classes['problem']}>{problem}</output>
    </li>
  );
}

function decisionsOf(notice: StopNotice | null): UnpaidDecision[] {
  if (!notice) return ['start/stopNotice'];
  return notice.can_stop ? ['withdraw/stopNotice', 'stop/unpaidAccount'] : ['withdraw/stopNotice'];
}

function Notice({ sent, waiting, failed, stop_after, can_stop }: StopNotice) {
  const { day } = dayAndTime(stop_after);
  return (
    <>
      {waiting > 0 ? (
        <Status kind="pending">{texts.noticeWaiting(sent, sent + waiting + failed)}</Status>
      ) : (
        <Status kind="sent">{can_stop ? texts.noticeOver(day) : texts.noticeSent(sent, day)}</Status>
      )}
      {failed > 0 && <Status kind="failed">{texts.noticeFailed(failed)}</Status>}
    </>
  );
}
