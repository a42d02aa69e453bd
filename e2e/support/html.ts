import type { Page } from '@playwright/test';
import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate';

/** Headings, landmarks, fieldsets, tables, ids: what the page's HTML must be, besides what axe checks. */
const CONFIG: ConfigData = {
  extends: ['html-validate:standard', 'html-validate:a11y'],
  elements: [
    'html5',
    // An announced state may have several parts; the component library puts its styles before the content.
    {
      output: { permittedContent: ['@flow'] },
      style: { flow: true },
      // Its switch has a block in the label.
      label: { permittedContent: ['@flow'] },
    },
  ],
  rules: {
    // The same switch.
    'no-redundant-for': 'off',
    // All files are from the server itself, and have the hash of their content in their names.
    'require-sri': 'off',
    // The menu, whose sections have headings, is before the page; the title of a dialog follows the page's.
    'heading-level': ['error', { minInitialRank: 'h2', sectioningRoots: [] }],
    // Browsers drop the roles of tables that are displayed as blocks.
    'no-redundant-role': 'off',
    // The template editor is a text box with colored parts and suggestions; the search suggests while someone types.
    'prefer-native-element': ['error', { exclude: ['textbox', 'combobox', 'listbox', 'option'] }],
  },
};

const validator = new HtmlValidate(new StaticConfigLoader(CONFIG));

/**
 * The problems of the page's HTML as it is now: rule, message, and element. While a dialog is open, of the dialog: the
 * page behind it is inert.
 */
export async function findHtmlProblems(page: Page): Promise<string[]> {
  const dialog = page.locator('dialog:modal').last();
  const html = (await dialog.count()) > 0 ? await dialog.evaluate(outerHtml) : await page.content();
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message}: ${selector}`),
  );
}

function outerHtml(element: { outerHTML: string }): string {
  return element.outerHTML;
}
