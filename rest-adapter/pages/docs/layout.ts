import { html, type Html } from '../html.ts';

/** The guides, in the order in which one reads them. */
export const GUIDES = [
  { slug: 'first-loan', title: 'First loan in five minutes' },
  { slug: 'webhooks', title: 'Webhooks' },
  { slug: 'errors', title: 'Errors and repetitions' },
  { slug: 'testing', title: 'Testing' },
  { slug: 'going-live', title: 'Going live' },
] as const;
export type GuideSlug = (typeof GUIDES)[number]['slug'];

/** A page of the reference: guides first, then events and operations; a search over all of them. */
export const docPage = (title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Umoja for partners</title>
        <link rel="icon" href="/docs/icon.svg" />
        <link rel="stylesheet" href="/docs/docs.css" />
        <script type="module" src="/docs/docs.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <a class="name" href="/docs">Umoja <span>for partners</span></a>
          <search>
            <input id="search" type="search" placeholder="Search guides, events, operations" aria-label="Search" />
            <ul id="found" hidden aria-label="Found"></ul>
          </search>
        </header>
        <div class="columns">
          <nav aria-label="Reference">
            <h2>Guides</h2>
            <ul>
              ${GUIDES.map(({ slug, title: name }) => html`<li><a href="/docs/guides/${slug}">${name}</a></li>`)}
            </ul>
            <h2>Reference</h2>
            <ul>
              <li><a href="/docs/operations">Operations</a></li>
              <li><a href="/docs/events">Events</a></li>
              <li><a href="/problems">Problems</a></li>
              <li><a href="/changelog">Changelog</a></li>
            </ul>
            <h2>Files</h2>
            <ul>
              <li><a href="/openapi.json">openapi.json</a></li>
              <li><a href="/llms.txt">llms.txt</a></li>
            </ul>
          </nav>
          <main id="content">${content}</main>
        </div>
      </body>
    </html> `.html;

/** Code that one copies; a screen reader and the keyboard reach what is scrolled. */
export const code = (text: string, label: string): Html =>
  html`<pre tabindex="0" aria-label="${label}"><code>${text}</code></pre>`;
