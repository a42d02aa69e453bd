/**
 * The safety buttons and forms of the product, the dashboard slots that show them on the phone,
 * and the variables that their texts may use. Ids and labels are fixed by the specification.
 */

export const SUBMISSION_KINDS = ['button', 'form'] as const;
export type SubmissionKind = (typeof SUBMISSION_KINDS)[number];

export const BUTTON_IDS = [1, 2, 4, 5] as const;
export type ButtonId = (typeof BUTTON_IDS)[number];

/** In the order in which menus list them: 1, 3, 2. */
export const FORM_IDS = [1, 3, 2] as const;
export type FormId = (typeof FORM_IDS)[number];

/** One thing that an app user can submit. */
export type Item = { kind: 'button'; id: ButtonId } | { kind: 'form'; id: FormId };

export const BUTTON_LABELS: Readonly<Record<ButtonId, string>> = {
  1: 'OSHA On-Site',
  2: 'Report an Incident/Accident',
  4: 'Report a Safety Complaint',
  5: 'Lone Worker Emergency',
};

export const FORM_LABELS: Readonly<Record<FormId, string>> = {
  1: 'Ask a Safety Question',
  3: 'Need a Safety Product',
  2: 'Request Safety Consultation',
};

/** The button whose alerts are sent before all others. */
export const EMERGENCY_BUTTON_ID: ButtonId = 5;

/** Every button and form as a filter names it, like `button-5`, with its label. */
export const ITEM_CHOICES: readonly { value: string; label: string }[] = [
  ...BUTTON_IDS.map((id) => ({ value: `button-${id}`, label: BUTTON_LABELS[id] })),
  ...FORM_IDS.map((id) => ({ value: `form-${id}`, label: FORM_LABELS[id] })),
];

export function isButtonId(id: number): id is ButtonId {
  return (BUTTON_IDS as readonly number[]).includes(id);
}

export function isFormId(id: number): id is FormId {
  return (FORM_IDS as readonly number[]).includes(id);
}

export function itemLabel(item: Item): string {
  return item.kind === 'button' ? BUTTON_LABELS[item.id] : FORM_LABELS[item.id];
}

export type DashboardSlot = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The phone's main screen: eight slots, each with a button, a form or the list of safety persons. */
export const DASHBOARD_SLOTS: readonly {
  slot: DashboardSlot;
  label: string;
  opens: Item | { kind: 'contacts' };
  hasIconColor: boolean;
}[] = [
  { slot: 1, label: BUTTON_LABELS[1], opens: { kind: 'button', id: 1 }, hasIconColor: false },
  { slot: 2, label: BUTTON_LABELS[2], opens: { kind: 'button', id: 2 }, hasIconColor: false },
  { slot: 3, label: FORM_LABELS[1], opens: { kind: 'form', id: 1 }, hasIconColor: true },
  { slot: 4, label: BUTTON_LABELS[4], opens: { kind: 'button', id: 4 }, hasIconColor: true },
  { slot: 5, label: BUTTON_LABELS[5], opens: { kind: 'button', id: 5 }, hasIconColor: true },
  { slot: 6, label: 'Call a Safety Person', opens: { kind: 'contacts' }, hasIconColor: false },
  { slot: 7, label: FORM_LABELS[3], opens: { kind: 'form', id: 3 }, hasIconColor: true },
  { slot: 8, label: FORM_LABELS[2], opens: { kind: 'form', id: 2 }, hasIconColor: true },
];

/** The dashboard slot that opens `item`; every item has exactly one. */
export function getDashboardSlot(item: Item): DashboardSlot {
  const found = DASHBOARD_SLOTS.find(({ opens }) => opens.kind === item.kind && opens.id === item.id);
  if (!found) throw new Error(`no dashboard slot opens ${item.kind} ${item.id}`);
  return found.slot;
}

export const VARIABLES = [
  'PHONE',
  'EMAIL',
  'NAME',
  'LOCATION',
  'LOCATION_LINK',
  'LOCATION_IMAGE',
  'TIME',
  'RECORD_LINK',
  'COMPANY',
  'MESSAGE',
  'PRODUCTS',
] as const;
export type Variable = (typeof VARIABLES)[number];

/** Where a text is shown: the phone's screen, an email's subject or body, a plain text message. */
export type TextTarget = 'screen' | 'mail_subject' | 'mail_body' | 'text';

const COMMON: readonly Variable[] = ['PHONE', 'EMAIL', 'NAME', 'LOCATION', 'LOCATION_LINK'];

/**
 * The variables that a text of `item` for `target` may use. A plain text cannot contain an image. The phone's screen
 * does not link to the record, because app users cannot sign in to the console.
 */
export function allowedVariables(item: Item, target: TextTarget): readonly Variable[] {
  const variables: Variable[] = [...COMMON];
  if (target !== 'text') variables.push('LOCATION_IMAGE');
  variables.push('TIME');
  if (target !== 'screen') variables.push('RECORD_LINK');
  if (item.kind === 'form') {
    variables.push('COMPANY', 'MESSAGE');
    if (item.id !== 1) variables.push('PRODUCTS');
  }
  return variables;
}
