import mantine from 'postcss-preset-mantine';

/**
 * Mantine's palettes and variants that the product has no use for, and the shades that its theme replaces when it starts
 * (theme.ts): a good part of the library's variables, and none of them is sent.
 */
const UNUSED =
  /^--mantine-color-((red|pink|grape|violet|indigo|cyan|teal|green|lime|yellow|orange)-|(blue|gray|dark)-\d|\w+-outline)/;

/** @type {import('postcss').Plugin} */
const fewerColors = {
  postcssPlugin: 'fewer-colors',
  Declaration(declaration) {
    if (UNUSED.test(declaration.prop)) declaration.remove();
  },
};

/** Read by screen readers only: for elements that are hidden on some widths. Others have the class `visually-hidden`. */
const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  'clip-path': 'inset(50%)',
  'white-space': 'nowrap',
};

export default { plugins: [mantine({ mixins: { 'visually-hidden': visuallyHidden } }), fewerColors] };
