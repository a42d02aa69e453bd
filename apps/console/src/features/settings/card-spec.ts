import type { ComponentType } from 'react';
import type { Item } from '@callpoint/contract/catalogue';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { FieldGroup, Preview } from './field-specs.ts';

/** Some settings that are saved together. */
export interface CardSpec {
  title: string;
  groups: readonly FieldGroup[];
  /** What the whole card makes. */
  preview?: Preview;
  /** What it decides about, where a press can be tried. */
  dryRun?: { item: Item; part: 'screen' | Channel };
}

type Settings = Readonly<Record<string, string>>;

/** What other features show on a screen of settings. */
export interface SettingsSlots {
  /** Next to the fields of a group or a card: what they result in, as they are typed. */
  Preview: ComponentType<{ preview: Preview; valueOf: (key: string) => string }>;
  /** Below a card: what a press would do; `settings` are the unsaved values of the screen. */
  DryRun: ComponentType<NonNullable<CardSpec['dryRun']> & { settings: Settings }>;
}
