import {
  convertCssVariables,
  defaultCssVariablesResolver,
  DEFAULT_THEME,
  mergeMantineTheme,
} from '@mantine/core';
import { theme } from '../src/app/theme/theme.ts';

/** Mantine's variables that the product has no use for: palettes, a variant, and those of components that it does not have. */
const UNUSED =
  /^--mantine-(color-((red|pink|grape|violet|indigo|cyan|teal|green|lime|yellow|orange)-|\w+-outline)|h[1-6]-|heading-|breakpoint-|shadow-|z-index-|primary-color-\d)/;

/** Mantine's own variables, tied to the product's tokens (tokens.css). */
const TOKENS = {
  '--mantine-color-body': 'var(--cp-ground)',
  '--mantine-color-text': 'var(--cp-ink)',
  '--mantine-color-dimmed': 'var(--cp-ink-soft)',
  '--mantine-color-anchor': 'var(--cp-link)',
  '--mantine-color-error': 'var(--cp-bad)',
  '--mantine-color-placeholder': 'var(--cp-ink-faint)',
  '--mantine-color-default': 'var(--cp-card)',
  '--mantine-color-default-hover': 'var(--cp-hover)',
  '--mantine-color-default-color': 'var(--cp-ink)',
  '--mantine-color-default-border': 'var(--cp-line-button)',
};

/** The rules that define Mantine's variables for the product's theme, as CSS. */
export function themeVariables(): string {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  return convertCssVariables({
    variables: used(variables),
    light: { ...used(light), ...TOKENS },
    dark: { ...used(dark), ...TOKENS },
  });
}

function used(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !UNUSED.test(name)));
}
