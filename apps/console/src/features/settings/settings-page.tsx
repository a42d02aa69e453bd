import type { ReactNode } from 'react';
import { FailedRead } from '../../states/failed-read.tsx';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { settingsTexts } from '../../texts/settings.ts';
import type { CardSpec, SettingsSlots } from './card-spec.ts';
import { settingKeys } from './field-specs.ts';
import { SettingsCard } from './settings-card.tsx';
import { useSettings, type SettingRows } from './settings.api.ts';
import { useSettingsEditor } from './use-settings-editor.ts';

interface SettingsPageProps {
  title: string;
  description: ReactNode;
  /** The screen's name among the drafts. */
  name: string;
  cards: readonly CardSpec[];
  slots: SettingsSlots;
  /** Shown between the title and the cards. */
  above?: ReactNode;
  /** The content above is not loaded yet: everything appears together then, so that no field moves under a finger. */
  waiting?: boolean;
}

/** A settings screen: some cards, each saved separately. */
export function SettingsPage({ title, description, name, cards, slots, above, waiting }: SettingsPageProps) {
  const keys = cards.flatMap(({ groups }) => settingKeys(groups));
  const { data, error, isFetching, refetch } = useSettings(keys);
  if (waiting || (!data && !error)) {
    return (
      <Page title={title} description={description}>
        <SkeletonForm fields={8} />
      </Page>
    );
  }
  return (
    <Page title={title} description={description}>
      {above}
      {Boolean(error) && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={settingsTexts.readFailed}
          stale={data !== undefined}
        />
      )}
      {data && <Cards name={name} cards={cards} slots={slots} keys={keys} rows={data} />}
    </Page>
  );
}

interface CardsProps extends Pick<SettingsPageProps, 'name' | 'cards' | 'slots'> {
  keys: readonly string[];
  rows: SettingRows;
}

function Cards({ name, cards, slots, keys, rows }: CardsProps) {
  const editor = useSettingsEditor(name, keys, rows);
  useLeaveGuard(editor.changed.length > 0);
  return cards.map((card) => <SettingsCard key={card.title} {...card} slots={slots} editor={editor} />);
}
