import { lazyPart } from '../../states/lazy-part.tsx';
import { MyProfilePage } from '../../features/subscriptions/my-profile-page.tsx';
import { sendingLimitTexts } from '../../texts/sending-limits.ts';

const LimitsSection = lazyPart(
  async () => (await import('../../features/sending-limits/limits-section.tsx')).LimitsSection,
  { instead: sendingLimitTexts.readFailed },
);

/** The signed-in subscriber's account, with its sending limits. */
export function Component() {
  return <MyProfilePage extra={<LimitsSection of="self" />} />;
}
