import { findRoute } from '@callpoint/alerts/plan/routes';
import { useId, useState } from 'react';
import { recipientTexts } from '../../../texts/recipients.ts';
import type { CardSpec, SettingsSlots } from './card-spec.ts';
import { GroupFieldset, GroupPanel } from '../fields/field-group.tsx';
import { settingKeys } from '../fields/field-specs.ts';
import type { KnownRecipients } from '../sections/known-recipients.ts';
import { RoleTabs } from './role-tabs.tsx';
import { routeStatus } from './route-status.ts';
import type { SettingsEditor } from '../use-settings-editor.ts';

interface CardGroupsProps extends Pick<CardSpec, 'title' | 'groups' | 'dryRun'> {
  Preview: SettingsSlots['Preview'];
  editor: SettingsEditor;
  known: KnownRecipients;
}

/** The groups of a card: all of them, or one role at a time. */
export function CardGroups({ title, groups, dryRun, ...props }: CardGroupsProps) {
  const { editor, known } = props;
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const tabs = groups.flatMap((group, index) => {
    const { role } = group;
    if (role === undefined || !dryRun || dryRun.part === 'screen') return [];
    const route = findRoute(dryRun.item, dryRun.part, role);
    return {
      id: `${id}tab${index}`,
      panel: `${id}panel${index}`,
      label: recipientTexts.roles[role],
      word: route ? routeStatus(route, dryRun.item, editor.valueOf, known).word : '',
      isChanged: settingKeys([group]).some((key) => editor.changed.includes(key)),
    };
  });
  if (tabs.length === 0) {
    return groups.map((group) => <GroupFieldset key={group.heading} group={group} {...props} />);
  }
  return (
    <>
      <RoleTabs label={recipientTexts.recipientsOf(title)} tabs={tabs} chosen={chosen} onChoose={setChosen} />
      {groups.map((group, index) => (
        <GroupPanel
          key={group.heading}
          id={tabs[index]?.panel ?? ''}
          tab={tabs[index]?.id ?? ''}
          group={group}
          isShown={index === chosen}
          onReveal={() => setChosen(index)}
          {...props}
        />
      ))}
    </>
  );
}
