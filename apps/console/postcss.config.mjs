import mantine from 'postcss-preset-mantine';
import { themeVariables } from './build/theme-variables.ts';

/** @type {import('postcss').Plugin} */
const withThemeVariables = {
  postcssPlugin: 'theme-variables',
  AtRule: {
    'theme-variables': (rule, { postcss }) =>
      void rule.replaceWith(postcss.parse(themeVariables(), { from: rule.source?.input.file })),
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

export default { plugins: [mantine({ mixins: { 'visually-hidden': visuallyHidden } }), withThemeVariables] };
