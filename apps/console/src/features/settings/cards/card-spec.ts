import type { ComponentType } from 'react';
import type { ButtonId, Item } from '@callpoint/contract/catalog';
import type { RoutedChannel } from '@callpoint/contract/channels/channels';
import type { FieldGroup, FieldPreview } from '../fields/field-specs.ts';

/** Some settings that are saved together. */
export interface CardSpec {
  title: string;
  /** Its name among the sections of the page; the title if omitted. */
  section?: string;
  groups: readonly FieldGroup[];
  /** What the card as a unit produces. */
  preview?: FieldPreview;
  /** The button or form of the card, where a press can be simulated. */
  dryRun?: { item: Item; part: 'screen' | RoutedChannel };
  /** The button whose escalation can be simulated. */
  timelineOf?: ButtonId;
}

type Settings = Readonly<Record<string, string>>;

/** What other features add to a settings screen. */
export interface SettingsSlots {
  /** Next to the fields of a group or a card: a preview of the unsaved values. */
  Preview: ComponentType<{ preview: FieldPreview; valueOf: (key: string) => string }>;
  /**
   * Below a card: what a press would do; `settings` are the unsaved values of the screen. `onToggle` lets the
   * card fold its fields while it is open.
   */
  DryRun: ComponentType<
    NonNullable<CardSpec['dryRun']> & { settings: Settings; onToggle: (isOpen: boolean) => void }
  >;
  /** Below the card of an escalation: who would be notified when, with the values on the screen. */
  Timeline: ComponentType<{
    buttonId: ButtonId;
    policy: string;
    voiceRules: string;
    onToggle: (isOpen: boolean) => void;
  }>;
}
