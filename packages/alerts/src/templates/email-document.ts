import { cleanLine } from './clean-text.ts';
import { escapeHtml } from './rendering.ts';

/** The product's color: only a thin line, never behind or under text. */
const ACCENT = '#FF544F';

/**
 * A full HTML document for an email. `body` is HTML (from `renderEmail`), `title` is plain text.
 * It sets no text or background color, so that it is readable in the light and dark schemes of email programs,
 * and loads only the images of `body`.
 */
export function emailDocument(title: string, body: string, language = 'en'): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(cleanLine(title))}</title>
</head>
<body style="margin:0;padding:0">
<div style="max-width:600px;margin:0 auto;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="border-top:3px solid ${ACCENT};padding-top:20px;white-space:pre-wrap;overflow-wrap:anywhere">${body}</div>
</div>
</body>
</html>
`;
}
