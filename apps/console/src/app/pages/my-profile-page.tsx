import { lazyPart } from '../../states/lazy-part.tsx';
import { MyProfilePage } from '../../features/subscriptions/profile/my-profile-page.tsx';
import { profileSectionTexts } from '../../texts/profile-sections.ts';
import { sendingLimitTexts } from '../../texts/sending-limits.ts';

const LimitsSection = lazyPart(
  async () => (await import('../../features/sending-limits/limits-section.tsx')).LimitsSection,
  { instead: sendingLimitTexts.readFailed },
);

const LIMITS_ID = 'profile-limits';

/** The signed-in subscriber's account, with its sending limits. */
export function Component() {
  return (
    <MyProfilePage
      extra={{
        content: <LimitsSection of="self" toggleId={LIMITS_ID} />,
        sections: [{ id: LIMITS_ID, title: profileSectionTexts.limits }],
      }}
    />
  );
}
