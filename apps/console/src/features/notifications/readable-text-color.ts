const COLOR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** True for a color like #FF544F. */
export function isColor(value: string): boolean {
  return COLOR.test(value);
}

/** The contrast of two colors like #FF544F, as WCAG 2 defines it: 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, the one with more contrast on this background: always 4.5 or more. */
export function readableTextColor(ground: string): '#000000' | '#FFFFFF' {
  return contrastRatio('#000000', ground) >= contrastRatio('#FFFFFF', ground) ? '#000000' : '#FFFFFF';
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (COLOR.exec(color) ?? []).slice(1).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
