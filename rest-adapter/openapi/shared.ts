import type { Json } from './schemas.ts';

/**
 * What a document says at several places stands in its components once: written out everywhere, it was larger than some
 * parsers read (SnakeYAML stops at 3,145,728 characters).
 */
export type Parts = Map<string, Json>;

/** The reference to a part of these words, which is called so, or so with a number where another one has that name. */
export function referTo(
  kind: 'parameters' | 'responses' | 'schemas',
  parts: Parts,
  plain: string,
  part: Json,
): { readonly $ref: string } {
  const text = JSON.stringify(part);
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}.${n}`;
    const known = parts.get(name);
    if (known !== undefined && JSON.stringify(known) !== text) continue;
    parts.set(name, part);
    return { $ref: `#/components/${kind}/${name}` };
  }
}

type Operation = Json & { readonly parameters?: readonly Json[]; readonly responses?: Readonly<Record<string, Json>> };
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * Puts parameters and responses that several operations have into components.
 * @returns the operations, which refer to them, and the components
 */
export function withSharedParts(paths: Paths) {
  const [parameters, responses]: [Parts, Parts] = [new Map(), new Map()];
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const repeated = repeatedIn(
    operations.flatMap(({ parameters: own = [], responses: replies = {} }) => [...own, ...Object.values(replies)]),
  );
  const shared = (part: Json, refer: () => Json): Json => ('$ref' in part || !repeated(part) ? part : refer());
  const written = mapOperations(paths, (operation) => ({
    ...operation,
    ...(operation.parameters
      ? {
          parameters: operation.parameters.map((part) =>
            shared(part, () => referTo('parameters', parameters, dotted(String(part['name'])), part)),
          ),
        }
      : {}),
    ...(operation.responses
      ? {
          responses: Object.fromEntries(
            Object.entries(operation.responses).map(([status, part]) => [
              status,
              shared(part, () => referTo('responses', responses, `Reply${status}`, part)),
            ]),
          ),
        }
      : {}),
  }));
  return { paths: written, parameters: Object.fromEntries(parameters), responses: Object.fromEntries(responses) };
}

/** Names of components have no brackets: filter[state][eq] is filter.state.eq. */
const dotted = (name: string) => name.replaceAll(/\]?\[/g, '.').replace(']', '');

function mapOperations(paths: Paths, change: (operation: Operation) => Operation): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
    ]),
  );
}

/** Whether these words stand at more than one place. */
export function repeatedIn(all: readonly Json[]): (one: Json) => boolean {
  const times = new Map<string, number>();
  for (const text of all.map((one) => JSON.stringify(one))) times.set(text, (times.get(text) ?? 0) + 1);
  return (one) => (times.get(JSON.stringify(one)) ?? 0) > 1;
}
