/** The part of the library that computes a code; the rest draws on a canvas, which the console does not use. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}
