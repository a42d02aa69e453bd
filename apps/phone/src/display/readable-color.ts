/** Colors of buttons: the subscriber chooses them, and the text on them must be readable in sunlight. */

type Rgb = readonly [number, number, number];

const DARK: Rgb = [0x1b, 0x15, 0x12];
const LIGHT: Rgb = [0xff, 0xff, 0xff];
/** The contrast of WCAG 2.2, level AAA. */
const CONTRAST = 7;

export type ButtonColors = { background: string; text: string };

/**
 * A background as close to `color` as possible on which dark or white text has a contrast of at least 7:1.
 * @param color `#RRGGBB`
 */
export function readableColors(color: string): ButtonColors {
  const rgb = parse(color);
  const [dark, light] = [contrast(rgb, DARK), contrast(rgb, LIGHT)];
  // Of the two texts, the one that needs the smaller change of the background.
  const isDarkText = dark >= light;
  const [text, target]: [Rgb, Rgb] = isDarkText ? [DARK, LIGHT] : [LIGHT, [0, 0, 0]];
  let background = rgb;
  for (let share = 0; contrast(background, text) < CONTRAST && share < 1; share += 0.02) {
    background = rgb.map((part, at) =>
      Math.round(part + ((target[at] ?? 0) - part) * share),
    ) as unknown as Rgb;
  }
  return { background: format(background), text: format(text) };
}

function parse(color: string): Rgb {
  const [, red = '8', green = '8', blue = '8'] = /^#(..)(..)(..)$/.exec(color) ?? [];
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function format(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The contrast ratio of WCAG 2.2. */
export function contrast(a: Rgb, b: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
