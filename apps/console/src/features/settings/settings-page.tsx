import type { Item } from '@callpoint/contract/catalog';
import type { ReactNode } from 'react';
import { FailedRead } from '../../states/failed-read.tsx';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { SectionNav } from '../../page/sections/section-nav.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { recipientTexts } from '../../texts/recipients.ts';
import { settingsTexts } from '../../texts/settings.ts';
import type { CardSpec, SettingsSlots } from './cards/card-spec.ts';
import { settingKeys } from './fields/field-specs.ts';
import { cardToggleId, WHO_ID } from './sections/section-ids.ts';
import { useKnownRecipients } from './sections/known-recipients.ts';
import { SettingsCard } from './cards/settings-card.tsx';
import { WhoWouldBeNotified } from './sections/who-would-be-notified.tsx';
import { useSettings, type SettingRows } from './settings.api.ts';
import { useSettingsEditor } from './use-settings-editor.ts';

interface SettingsProps {
  /** The screen's name among the drafts. */
  name: string;
  cards: readonly CardSpec[];
  slots: SettingsSlots;
  /** The button or form that the settings are about. */
  item?: Item;
}

interface SettingsPageProps extends SettingsProps {
  title: string;
  description: ReactNode;
}

/** A settings screen: some cards, each saved separately. */
export function SettingsPage({ title, description, ...settings }: SettingsPageProps) {
  return (
    <Page title={title} description={description}>
      <Settings {...settings} />
    </Page>
  );
}

/** The cards of a settings screen, read from the server. */
export function Settings({ name, cards, slots, item }: SettingsProps) {
  const keys = cards.flatMap(({ groups }) => settingKeys(groups));
  const { data, error, isFetching, refetch } = useSettings(keys);
  if (!data && !error) return <SkeletonForm fields={8} />;
  return (
    <>
      {Boolean(error) && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={settingsTexts.readFailed}
          stale={data !== undefined}
        />
      )}
      {data && (
        <Cards name={name} cards={cards} slots={slots} keys={keys} rows={data} {...(item ? { item } : {})} />
      )}
    </>
  );
}

interface CardsProps extends SettingsProps {
  keys: readonly string[];
  rows: SettingRows;
}

function Cards({ name, cards, slots, item, keys, rows }: CardsProps) {
  const editor = useSettingsEditor(name, keys, rows);
  useLeaveGuard(editor.changed.length > 0);
  const known = useKnownRecipients(item, rows);
  const isChanged = (card: CardSpec) => settingKeys(card.groups).some((key) => editor.changed.includes(key));
  if (known.isLoading) return <SkeletonForm fields={8} />;
  return (
    <>
      {cards.length > 1 && (
        <SectionNav
          sections={[
            ...(item ? [{ id: WHO_ID, title: recipientTexts.title }] : []),
            ...cards.map((card, index) => ({
              id: cardToggleId(index),
              title: card.section ?? card.title,
              isChanged: isChanged(card),
            })),
          ]}
        />
      )}
      {item && <WhoWouldBeNotified item={item} valueOf={editor.valueOf} known={known} />}
      {cards.map((card, index) => (
        <SettingsCard
          key={card.title}
          {...card}
          index={index}
          remember={`${name} ${index}`}
          slots={slots}
          editor={editor}
          known={known}
        />
      ))}
    </>
  );
}
