import PdfDocument from 'pdfkit';
import { Slices } from '../../../../scheduling/slices.ts';
import { BOLD, printable, REGULAR } from './fonts.ts';

const MARGIN = 50;
const FOOTER = 30;
const KEEP_WITH_NEXT = 60;
const SIZES = { title: 18, heading: 12, text: 9.5, small: 8 };
/** Pages of one document; the JSON file has the rest. */
const MAX_PAGES = 60;
/** Characters of one paragraph. */
const MAX_TEXT = 4_000;

/** Writes paragraphs on pages of Letter size, with a footer and page numbers. */
export class PdfWriter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #slices = new Slices();
  readonly #chunks: Buffer[] = [];
  #pages = 1;

  constructor(title: string) {
    this.#doc = new PdfDocument({
      size: 'LETTER',
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
      bufferPages: true,
      info: { Title: printable(title), Producer: 'Callpoint', Creator: 'Callpoint' },
    });
    this.#doc.on('pageAdded', () => (this.#pages += 1));
    this.#doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#doc.font(BOLD).fontSize(SIZES.title).text(printable(title));
  }

  get isFull(): boolean {
    return this.#pages >= MAX_PAGES;
  }

  async heading(text: string): Promise<void> {
    await this.#slices.pause();
    const { page } = this.#doc;
    // A heading at the end of a page moves to the next one, to the text below it.
    if (this.#doc.y > page.height - page.margins.bottom - KEEP_WITH_NEXT) this.#doc.addPage();
    this.#doc.moveDown(0.8).font(BOLD).fontSize(SIZES.heading).text(printable(text));
    this.#doc.moveDown(0.2);
  }

  /** A line with a bold start, for example a time or a name. */
  async line(start: string, text: string): Promise<void> {
    await this.#slices.pause();
    const doc = this.#doc.fontSize(SIZES.text);
    doc.font(BOLD).text(`${printable(start)}  `, { continued: text !== '' });
    if (text !== '') doc.font(REGULAR).text(printable(text));
  }

  async text(text: string, indent = 0): Promise<void> {
    await this.#slices.pause();
    const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (the JSON file has all of it)` : text;
    const { page } = this.#doc;
    this.#doc
      .font(REGULAR)
      .fontSize(SIZES.text)
      .text(printable(shown), MARGIN + indent, undefined, { width: page.width - 2 * MARGIN - indent })
      .moveDown(0.2);
    this.#doc.x = MARGIN;
  }

  /** The document, with `footer` and the page number on each page. */
  async end(footer: string): Promise<Buffer> {
    const doc = this.#doc;
    const { count } = doc.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      doc.switchToPage(index);
      // Text below the margin would start a new page.
      doc.page.margins.bottom = 0;
      const y = doc.page.height - MARGIN;
      doc.font(REGULAR).fontSize(SIZES.small);
      doc.text(printable(footer), MARGIN, y, { lineBreak: false });
      const width = doc.page.width - 2 * MARGIN;
      doc.text(`Page ${index + 1} of ${count}`, MARGIN, y + 11, { width, align: 'right', lineBreak: false });
    }
    const ended = new Promise((resolve) => doc.once('end', resolve));
    doc.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }
}
