import { html, type Html } from '../html.ts';
import { code } from './layout.ts';

/** An event type as the document of the API has it. */
export type EventPage = {
  readonly type: string;
  readonly description: string;
  readonly example: object;
  /** Its facts, by their names in `data`. */
  readonly facts: readonly { readonly name: string; readonly kind: string; readonly description: string }[];
};

type Schema = {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
};
type Document = {
  readonly webhooks: {
    readonly [type: string]: {
      readonly post: {
        readonly description: string;
        readonly requestBody: {
          readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example: object } };
        };
      };
    };
  };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
};

/** Every event type of the document, in the order of the alphabet. */
export function eventsIn(document: object): readonly EventPage[] {
  // It is made by openApi(), whose tests hold it against OpenAPI 3.1.
  const { webhooks, components } = document as Document;
  const resolved = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolved(components.schemas[name] ?? {});
  };
  return Object.entries(webhooks)
    .map(([type, { post }]) => {
      const { schema, example } = post.requestBody.content['application/json'];
      const members = (resolved(schema).allOf ?? [schema]).map(resolved);
      const data = members.map(({ properties }) => properties?.['data']).find((found) => found !== undefined);
      const facts = Object.entries(resolved(data ?? {}).properties ?? {}).map(([name, fact]) => {
        const own = resolved(fact);
        return { name, kind: kindOf(own, resolved), description: fact.description ?? own.description ?? '' };
      });
      return { type, description: post.description, example, facts };
    })
    .toSorted((a, b) => (a.type < b.type ? -1 : 1));
}

function kindOf(schema: Schema, resolved: (schema: Schema) => Schema): string {
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.anyOf) return schema.anyOf.map((one) => kindOf(resolved(one), resolved)).join(' or ');
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

const subjectOf = (type: string) => type.split('.')[0] ?? type;

export function eventList(events: readonly EventPage[]): Html {
  const bySubject = [...Map.groupBy(events, ({ type }) => subjectOf(type))];
  return html`<h1>Events</h1>
    <p class="lead">
      ${events.length} types of what happens. Each page shows the payload that reaches your
      <a href="/docs/guides/webhooks">webhook</a>.
    </p>
    ${bySubject.map(
      ([subject, own]) =>
        html`<h2 id="${subject}">${subject}</h2>
          <ul class="plain">
            ${own.map(({ type, description }) => {
              return html`<li>
                <a href="/docs/events/${type}">${type}</a> <span class="faint">${description}</span>
              </li>`;
            })}
          </ul>`,
    )}`;
}

export const eventPage = ({ type, description, example, facts }: EventPage): Html =>
  html`<h1>${type}</h1>
    <p class="lead">${description}</p>
    <h2>Payload</h2>
    ${code(JSON.stringify(example, null, 2), `The payload of ${type}`)}
    <p class="faint">
      <code>subject</code> names the record. A full webhook gets it in <code>record</code> as well, as the API shows it
      at that moment; a thin one gets neither <code>record</code> nor <code>data</code>. <code>sequence</code> counts
      the institution’s events: those between two of yours belong to other scopes.
    </p>
    ${
      facts.length === 0
        ? html``
        : html`<h2>Data</h2>
            <table>
              <thead>
                <tr>
                  <th scope="col">Member</th>
                  <th scope="col">Value</th>
                  <th scope="col">Meaning</th>
                </tr>
              </thead>
              <tbody>
                ${facts.map(({ name, kind, description: means }) => {
                  return html`<tr>
                    <td><code>${name}</code></td>
                    <td>${kind}</td>
                    <td>${means}</td>
                  </tr>`;
                })}
              </tbody>
            </table>`
    }
    <p><a href="/docs/events">All events</a> · <a href="/docs/guides/webhooks">How deliveries work</a></p>`;
