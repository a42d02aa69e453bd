import {
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

/** Dark ink: text, and content on the brand color. */
const INK = '#1b1512';

/** The library wants ten shades of each color; these have one for the surface and one for its hover. */
const twoShades = (surface: string, hover: string, hoverAt: number) =>
  Array.from({ length: 10 }, (_, shade) =>
    shade < hoverAt ? surface : hover,
  ) as unknown as MantineColorsTuple;

/** The product's color at 5, for the one primary action of a screen. */
const brand = twoShades('#ff544f', '#f0423d', 6);

/** For the confirmation of actions that cannot be undone, at 7; always with an icon and a verb. */
const danger = twoShades('#981b17', '#841611', 8);

/** Links, focus, selection: in the dark scheme 3, in the light one 7. */
const blue = twoShades('#9cc2f2', '#1d4f91', 5);

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

/**
 * The theme without Mantine's defaults: its sizes and colors are CSS variables, written at build time
 * (build/theme-variables.ts). Components read only these fields while they run.
 */
export const theme = {
  colors: { brand, blue, danger, gray, dark },
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  // The brand color is at 0.28: it carries dark ink. The danger colors are below, and carry white.
  luminanceThreshold: 0.25,
  black: INK,
  white: '#ffffff',
  fontFamily: "'Inter Variable', 'Inter Fallback', 'Inter Fallback Wide', system-ui, sans-serif",
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  activeClassName: 'mantine-active',
  focusClassName: '',
  variantColorResolver: defaultVariantColorsResolver,
  components: {
    // A button without a variant is the primary action of its screen.
    Button: { defaultProps: { color: 'brand.5' } },
    // Label above, problems and help below. No asterisks: optional fields say so.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'], withAsterisk: false },
    },
  },
} satisfies MantineThemeOverride;
