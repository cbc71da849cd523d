/** A piece of HTML in which every value was escaped. */
export type Html = { readonly html: string };
type Piece = Html | string | number | readonly Piece[];

/** Writes HTML; values are escaped unless they are HTML themselves. */
export function html(texts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return { html: texts.reduce((whole, text, index) => whole + write(values[index - 1] ?? '') + text) };
}

function write(piece: Piece): string {
  if (typeof piece === 'string' || typeof piece === 'number') return escape(String(piece));
  return 'html' in piece ? piece.html : piece.map(write).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** A whole page. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Umoja</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 60rem;
            margin: 2rem auto;
            padding: 0 1rem;
            color: #222;
          }
          table {
            border-collapse: collapse;
            width: 100%;
          }
          td,
          th {
            text-align: left;
            padding: 0.3rem 0.6rem;
            border-bottom: 1px solid #ddd;
          }
          @media (prefers-color-scheme: dark) {
            body {
              background: #111;
              color: #ddd;
            }
            a {
              color: #8ab4f8;
            }
            td,
            th {
              border-color: #333;
            }
          }
        </style>
      </head>
      <body>
        ${content}
      </body>
    </html> `.html;
}
