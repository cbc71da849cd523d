import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { shownEventTypes } from '#platform/runtime/event-types.ts';
import { html, type Html } from '../html.ts';
import { serveAsset } from '../assets.ts';
import { changelog, type Deprecated } from './changelog.ts';
import { eventList, eventPage, eventsIn, type EventPage } from './events.ts';
import { guideTexts, type GuideFacts, type Sample } from './guides.ts';
import { docPage, GUIDES } from './layout.ts';
import { SCRIPT } from './script.ts';
import { ICON, STYLE } from './style.ts';

/** Nothing inline, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/** The same program in each language. */
const SAMPLES = [
  { language: 'curl', title: 'curl', file: 'first-loan.sh' },
  { language: 'typescript', title: 'TypeScript', file: 'lend.ts' },
  { language: 'python', title: 'Python', file: 'first_loan.py' },
  { language: 'java', title: 'Java', file: 'FirstLoan.java' },
] as const;

/** The types of the catalogue: pages know their addresses before the document of the API is made. */
const TYPES = shownEventTypes.map(({ type }) => type);

/** The credentials of the demo for people at its machine; null for all others. */
export type DemoCredentials = (request: Pick<FastifyRequest, 'ip' | 'headers' | 'hostname'>) => Promise<{
  readonly client_id: string;
  readonly client_secret: string;
} | null>;

type Parts = { readonly document: () => object; readonly baseUrl: string; readonly demoCredentials?: DemoCredentials };

type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly tags: readonly string[];
};
type Paths = {
  readonly paths: {
    readonly [path: string]: { readonly [method: string]: Operation & { readonly 'x-sunset'?: string } };
  };
};

/** Guides, event types, the changelog and the search over them. Each is written when it is first asked for. */
export function docPages({ document, baseUrl, demoCredentials }: Parts) {
  return (server: FastifyInstance): void => {
    const events = () => eventsIn(document());
    const serve = (url: string, type: string, read: () => string | Promise<string>) =>
      serveAsset(server, { url, type: `${type}; charset=utf-8`, headers: { 'content-security-policy': POLICY }, read });
    const servePage = (url: string, title: string, content: () => Html | Promise<Html>) =>
      serve(url, 'text/html', async () => docPage(title, await content()));

    serve('/docs/docs.css', 'text/css', () => STYLE);
    serve('/docs/icon.svg', 'image/svg+xml', () => ICON);
    serve('/docs/docs.js', 'text/javascript', () => SCRIPT);
    servePage('/docs', 'Reference', () => home(TYPES.length));
    for (const { slug, title } of GUIDES)
      servePage(`/docs/guides/${slug}`, title, async () => guideTexts[slug](await factsOf(baseUrl)));
    servePage('/docs/events', 'Events', () => eventList(events()));
    for (const type of TYPES) servePage(`/docs/events/${type}`, type, () => eventPage(theEvent(events(), type)));
    servePage('/changelog', 'Changelog', () => changelog(deprecatedIn(document())));
    serve('/docs/search.json', 'application/json', async () =>
      JSON.stringify(searchIndex(document(), events(), await factsOf(baseUrl))),
    );
    serve('/llms.txt', 'text/plain', () => llmsText(baseUrl, TYPES.length));
    server.get('/docs/credentials.json', async (request, reply) => {
      // A page of elsewhere can't send the header without asking first, and nobody answers it.
      const found = request.headers['x-umoja-page'] === '1' ? await demoCredentials?.(request) : null;
      if (!found) throw refuse(kernelRefusals.not_found, 'There is nothing here.', { resource: 'credentials' });
      return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(found));
    });
  };
}

function theEvent(events: readonly EventPage[], type: string): EventPage {
  const event = events.find((each) => each.type === type);
  if (!event) throw new Error(`The document of the API has no event ${type}.`);
  return event;
}

async function factsOf(baseUrl: string): Promise<GuideFacts> {
  const read = async (sample: (typeof SAMPLES)[number]): Promise<Sample> => ({
    ...sample,
    text: await readFile(new URL(`../../../docs/examples/${sample.file}`, import.meta.url), 'utf8'),
  });
  return { baseUrl, samples: await Promise.all(SAMPLES.map(read)) };
}

const home = (types: number): Html =>
  html`<h1>Umoja for partners</h1>
    <p class="lead">
      Lend, collect, pay out and keep schools over REST. Start with a guide; the operations are for looking things up.
    </p>
    <h2>Guides</h2>
    <table>
      <tbody>
        ${GUIDES.map(({ slug, title }) => {
          return html`<tr>
            <td><a href="/docs/guides/${slug}">${title}</a></td>
            <td>${ABOUT[slug]}</td>
          </tr>`;
        })}
      </tbody>
    </table>
    <h2>Reference</h2>
    <table>
      <tbody>
        <tr>
          <td><a href="/docs/operations">Operations</a></td>
          <td>Every request, with examples; try them out in the page.</td>
        </tr>
        <tr>
          <td><a href="/docs/events">Events</a></td>
          <td>${types} types, each with its payload.</td>
        </tr>
        <tr>
          <td><a href="/problems">Problems</a></td>
          <td>Every refusal by its code, with what to do.</td>
        </tr>
        <tr>
          <td><a href="/changelog">Changelog</a></td>
          <td>What was added, and what ends when.</td>
        </tr>
      </tbody>
    </table>`;

const ABOUT: { readonly [Slug in (typeof GUIDES)[number]['slug']]: string } = {
  'first-loan': 'A token, a member, a loan, in curl, TypeScript, Python and Java.',
  webhooks: 'Signatures, attempts, order, and how nothing is lost.',
  errors: 'Problems by status, keys for repetitions, unknown outcomes.',
  testing: 'Numbers that decide, the clock of the sandbox, its reset.',
  'going-live': 'What to have done before real money moves.',
};

type Found = {
  readonly title: string;
  readonly kind: string;
  readonly address: string;
  readonly text: string;
  /** Guides come before events, and events before operations, where they fit equally. */
  readonly weight: number;
};

function searchIndex(document: object, events: readonly EventPage[], facts: GuideFacts): readonly Found[] {
  const guides = GUIDES.map(({ slug, title }) => ({
    title,
    kind: 'Guide',
    address: `/docs/guides/${slug}`,
    text: plain(guideTexts[slug](facts)),
    weight: 3,
  }));
  const types = events.map(({ type, description, facts: own }) => ({
    title: type,
    kind: 'Event',
    address: `/docs/events/${type}`,
    text: `${description} ${own.map(({ name }) => name).join(' ')}`,
    weight: 1,
  }));
  const operations = operationsIn(document).map(({ method, path, operation }) => ({
    title: operation.summary,
    kind: `${method} ${path}`,
    address: `/docs/operations#/${encodeURIComponent(operation.tags[0] ?? '')}/${operation.operationId}`,
    text: `${method} ${path} ${operation.operationId}`,
    weight: 0,
  }));
  return [...guides, ...types, ...operations];
}

/** The words of a page. */
const plain = ({ html: text }: Html): string =>
  text
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

function operationsIn(document: object) {
  // It is made by openApi(), whose tests hold it against OpenAPI 3.1.
  const { paths } = document as Paths;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

const deprecatedIn = (document: object): readonly Deprecated[] =>
  operationsIn(document)
    .filter(({ operation }) => operation.deprecated === true)
    .map(({ method, path, operation }) => ({
      method,
      path,
      sunset: operation['x-sunset'] ?? 'the day in its Sunset header',
    }));

/** https://llmstxt.org: what there is to read, for programs that read for people. */
const llmsText = (baseUrl: string, types: number): string => `# Umoja for partners

> REST for lending, payments and schools: idempotent writes, problem+json, signed webhooks, a sandbox with its own clock.

Amounts are integers in cents. Times are UTC with milliseconds. Writes take Idempotency-Key. The graph at /graphql has the same records.

## Guides

${GUIDES.map(({ slug, title }) => `- [${title}](${baseUrl}/docs/guides/${slug}): ${ABOUT[slug]}`).join('\n')}

## Reference

- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation, with schemas and examples
- [Events](${baseUrl}/docs/events): ${types} types, each on a page of its own at /docs/events/{type}
- [Problems](${baseUrl}/problems): every refusal by its code (JSON with Accept: application/json)
- [Changelog](${baseUrl}/changelog)
`;
