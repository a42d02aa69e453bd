import { lazy, Suspense } from 'react';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { settingsTexts } from '../../../texts/settings.ts';

/** The fields of an escalation, loaded when a page has them: other settings do not wait for them. */

const NotLoaded = () => <p>{settingsTexts.readFailed}</p>;

const Policy = lazy(() =>
  import('./policy-field.tsx').then(
    ({ PolicyField: Field }) => ({ default: Field }),
    () => ({ default: NotLoaded as never }),
  ),
);
const VoiceRules = lazy(() =>
  import('./voice-rules-field.tsx').then(
    ({ VoiceRulesField: Field }) => ({ default: Field }),
    () => ({ default: NotLoaded as never }),
  ),
);

export function PolicyField(props: Parameters<typeof Policy>[0]) {
  return (
    <Suspense fallback={<SkeletonForm fields={3} />}>
      <Policy {...props} />
    </Suspense>
  );
}

export function VoiceRulesField(props: Parameters<typeof VoiceRules>[0]) {
  return (
    <Suspense fallback={<SkeletonForm fields={2} />}>
      <VoiceRules {...props} />
    </Suspense>
  );
}
