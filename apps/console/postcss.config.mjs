import mantine from 'postcss-preset-mantine';

/** Mantine's palettes that the product has no use for are a good part of its variables: none of them is sent. */
const UNUSED = /^--mantine-color-(pink|grape|violet|indigo|cyan|teal|green|lime|yellow|orange)-/;

/** @type {import('postcss').Plugin} */
const fewerColors = {
  postcssPlugin: 'fewer-colors',
  Declaration(declaration) {
    if (UNUSED.test(declaration.prop)) declaration.remove();
  },
};

export default { plugins: [mantine(), fewerColors] };
