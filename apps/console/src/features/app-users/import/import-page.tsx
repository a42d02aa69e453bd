import { Page } from '../../../page/page.tsx';
import { useLeaveGuard } from '../../../form/edits/use-leave-guard.ts';
import { appUserTexts } from '../../../texts/app-users.ts';
import { importTexts } from '../../../texts/import-users.ts';
import { CheckedStep } from './checked-step.tsx';
import { ChooseFile } from './choose-file.tsx';
import { useImport } from './use-import.ts';

/** Adds the team's own app users from a CSV file, after a check that adds nobody. */
export function Component() {
  const { step, check, add, restart } = useImport();
  useLeaveGuard(step.at === 'checked' || step.at === 'importing');
  return (
    <Page
      title={importTexts.title}
      description={importTexts.description}
      parent={{ label: appUserTexts.users, to: '/users' }}
    >
      {step.at === 'file' ? (
        <ChooseFile {...step} onFile={(read) => void check(read)} />
      ) : (
        <CheckedStep {...step} onImport={() => void add(step.file)} onRestart={restart} />
      )}
    </Page>
  );
}
