import { create } from 'qrcode/lib/core/qrcode.js';
import classes from './install-link.module.css';

/** The empty border that scanners need, in modules. */
const BORDER = 4;

/** A QR code, black on white in every color scheme: many phones cannot read a light code on a dark ground. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const outline = [...data.keys()]
    .filter((index) => data[index] === 1)
    .map((index) => `M${(index % size) + BORDER} ${Math.floor(index / size) + BORDER}h1v1h-1z`)
    .join('');
  const side = size + 2 * BORDER;
  return (
    <svg
      className={classes['code']}
      viewBox={`0 0 ${side} ${side}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, and has no file for an img
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={outline} fill="#000" />
    </svg>
  );
}
