import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Dark ink: text, and content on the brand color. */
const INK = '#1b1512';

/** The product's color at 5, which buttons use; the darker ones carry white text. */
const brand: MantineColorsTuple = [
  '#fff1f0',
  '#ffe0de',
  '#ffc2bf',
  '#ff9d99',
  '#ff7a75',
  '#ff544f',
  '#e8433e',
  '#c92a24',
  '#a8201b',
  '#841814',
];

/** For actions that cannot be undone; always with an icon and a verb. */
const danger: MantineColorsTuple = [
  '#fdf0ef',
  '#f9dcda',
  '#f1b8b4',
  '#e68f89',
  '#d9655d',
  '#cb433a',
  '#b92b22',
  '#a3211a',
  '#8a1a14',
  '#6f130f',
];

/** Warm grays of the light scheme. */
const gray: MantineColorsTuple = [
  '#faf9f8',
  '#f3f1ef',
  '#e9e6e3',
  '#ddd9d5',
  '#c8c2bd',
  '#a39b95',
  '#7c746e',
  '#655e58',
  '#3f3a36',
  '#24201d',
];

/** Warm grays of the dark scheme: text at 0, background at 7. */
const dark: MantineColorsTuple = [
  '#ece8e4',
  '#d3cdc8',
  '#b4ada7',
  '#8d8680',
  '#57514c',
  '#3b3632',
  '#26221f',
  '#1a1817',
  '#141211',
  '#0e0c0b',
];

export const theme = createTheme({
  colors: { brand, danger, gray, dark },
  primaryColor: 'brand',
  primaryShade: 5,
  autoContrast: true,
  // The brand color is at 0.28: it carries dark ink. The danger colors are below, and carry white.
  luminanceThreshold: 0.25,
  black: INK,
  white: '#ffffff',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  headings: { fontWeight: '650' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

/** Mantine's own variables, tied to the product's tokens (tokens.css). */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--cp-ground)',
    '--mantine-color-text': 'var(--cp-ink)',
    '--mantine-color-dimmed': 'var(--cp-ink-soft)',
    '--mantine-color-anchor': 'var(--cp-link)',
    '--mantine-color-error': 'var(--cp-bad)',
    '--mantine-color-placeholder': 'var(--cp-ink-faint)',
    '--mantine-color-default-border': 'var(--cp-line-strong)',
    '--mantine-color-danger-filled': 'var(--mantine-color-danger-7)',
    '--mantine-color-danger-filled-hover': 'var(--mantine-color-danger-8)',
  };
  return { variables: {}, light: shared, dark: shared };
};
