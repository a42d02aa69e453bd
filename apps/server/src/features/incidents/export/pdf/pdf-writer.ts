import { shorten } from '@callpoint/alerts/templates/clean-text';
import PdfDocument from 'pdfkit';
import { BOLD, printable, REGULAR } from './fonts.ts';

const MARGIN = 50;
const FOOTER = 30;
const KEEP_WITH_NEXT = 60;
const SIZES = { title: 18, heading: 12, text: 9.5, small: 8 };
/** Pages of one document; the JSON file has the rest. */
const MAX_PAGES = 60;
const CUT = 'This document ends here because of its length. The JSON file has the rest.';
/** Characters that are laid out together: a long text ends with the last page. */
const PART = 2_000;

/** A long text in parts that end with a line or a word, so that together they look like the text. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > PART) {
    const [line, word] = [rest.lastIndexOf('\n', PART), rest.lastIndexOf(' ', PART)];
    // The line break or the space at the end is not shown. A long run without one is never cut in half of a character.
    const end = line > 0 ? line : word > 0 ? word : shorten(rest, PART, '').length;
    parts.push(rest.slice(0, end));
    rest = rest.slice(line > 0 || word > 0 ? end + 1 : end);
  }
  return [...parts, rest];
}

/** A space that is not seen, where a line may end. */
const BREAK = '\u200B';
/** Characters of a run without spaces that stay together. */
const RUN = 60;
const LONG_RUN = new RegExp(`\\S{${RUN + 1},}`, 'gu');
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text that lines can be made of: pdfkit needs the square of the time for a run that is longer than a line. */
function shown(text: string): string {
  return printable(text).replaceAll(LONG_RUN, (run) =>
    Array.from(
      characters.segment(run),
      ({ segment }, at) => (at > 0 && at % RUN === 0 ? BREAK : '') + segment,
    ).join(''),
  );
}

/** Writes paragraphs on pages of Letter size, with a footer and page numbers. */
export class PdfWriter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  #pages = 1;
  #isCut = false;

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

  /** Whether what follows is left out; the document then ends with a sentence that says so. */
  isFull(): boolean {
    this.#isCut ||= this.#pages >= MAX_PAGES;
    return this.#isCut;
  }

  heading(text: string): void {
    if (this.isFull()) return;
    const { page } = this.#doc;
    // A heading at the end of a page moves to the next one, to the text below it.
    if (this.#doc.y > page.height - page.margins.bottom - KEEP_WITH_NEXT) this.#doc.addPage();
    this.#doc.moveDown(0.8).font(BOLD).fontSize(SIZES.heading).text(printable(text));
    this.#doc.moveDown(0.2);
  }

  /** A line with a bold start, for example a time or a name. */
  line(start: string, text: string): void {
    if (this.isFull()) return;
    const doc = this.#doc.fontSize(SIZES.text);
    doc.font(BOLD).text(`${shown(start)}  `, { continued: text !== '' });
    if (text === '') return;
    for (const [at, part] of partsOf(text).entries()) {
      // The first part ends the line.
      if (at > 0 && this.isFull()) return;
      doc.font(REGULAR).text(shown(part));
    }
  }

  /** A text in full, unless the document is full. */
  text(text: string, indent = 0): void {
    for (const part of partsOf(text)) {
      if (this.isFull()) break;
      const { page } = this.#doc;
      this.#doc
        .font(REGULAR)
        .fontSize(SIZES.text)
        .text(shown(part), MARGIN + indent, undefined, { width: page.width - 2 * MARGIN - indent });
    }
    this.#doc.moveDown(0.2);
    this.#doc.x = MARGIN;
  }

  /** The document, with `footer` and the page number on each page. */
  async end(footer: string): Promise<Buffer> {
    const doc = this.#doc;
    if (this.#isCut) doc.font(BOLD).fontSize(SIZES.text).text(CUT, MARGIN);
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
