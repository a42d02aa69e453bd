import { lazy, Suspense, type ReactNode } from 'react';
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
    <Part fields={3}>
      <Policy {...props} />
    </Part>
  );
}

export function VoiceRulesField(props: Parameters<typeof VoiceRules>[0]) {
  return (
    <Part fields={2}>
      <VoiceRules {...props} />
    </Part>
  );
}

/** Its height depends on the steps: while it waits, what follows it in the card is not shown (see `settings.module.css`). */
function Part({ fields, children }: { fields: number; children: ReactNode }) {
  return (
    <InView isPart>
      <Suspense
        fallback={
          <div data-waiting>
            <SkeletonForm fields={fields} />
          </div>
        }
      >
        {children}
      </Suspense>
    </InView>
  );
}
