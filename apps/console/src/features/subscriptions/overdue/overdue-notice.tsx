import { moneyText } from '@callpoint/contract/money';
import type { OverduePayment } from '@callpoint/contract/overdue-payment';
import { IconCreditCard } from '@tabler/icons-react';
import { NoticeBar } from '../../../display/notice-bar.tsx';
import { dayAndTime } from '../../../display/timestamp-text.ts';
import { Link } from '../../../links/link.ts';
import { useLocation } from '../../../links/location.ts';
import type { PagePath } from '../../../links/page-path.ts';
import { overdueTexts as texts } from '../../../texts/overdue.ts';

const PROFILE: PagePath = '/my-profile';

/** Shown on every screen to a subscriber with an overdue payment: what follows, and when. */
export function OverdueNotice({ overdue }: { overdue: OverduePayment }) {
  const { pathname } = useLocation();
  return (
    <NoticeBar label={texts.title} icon={<IconCreditCard size={20} />}>
      {sentencesOf(overdue).join(' ')} {pathname !== PROFILE && <Link to={PROFILE}>{texts.open}</Link>}
    </NoticeBar>
  );
}

function sentencesOf({ since, amount, currency, is_paused, paused_from, stop_after }: OverduePayment) {
  const day = (at: string) => dayAndTime(at).day;
  const price = amount === null || currency === null ? null : moneyText(amount, currency, navigator.language);
  return [
    price === null ? texts.since(day(since)) : texts.sinceWithPrice(day(since), price),
    is_paused ? texts.paused : texts.pausesOn(day(paused_from)),
    texts.alertsContinue,
    ...(stop_after === null ? [] : [texts.stopsAfter(day(stop_after))]),
  ];
}
