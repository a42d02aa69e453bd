import { lazy, Suspense } from 'react';
import { InView } from '../../../states/in-view.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { settingsTexts } from '../../../texts/settings.ts';

/** The fields of an escalation, loaded when their section is expanded, or someone uses the page. */

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
    <InView isPart>
      <Suspense fallback={<SkeletonForm fields={3} />}>
        <Policy {...props} />
      </Suspense>
    </InView>
  );
}

export function VoiceRulesField(props: Parameters<typeof VoiceRules>[0]) {
  return (
    <InView isPart>
      <Suspense fallback={<SkeletonForm fields={2} />}>
        <VoiceRules {...props} />
      </Suspense>
    </InView>
  );
}
