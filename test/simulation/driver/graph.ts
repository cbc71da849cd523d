import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isLeafType, isNonNullType, isObjectType, type GraphQLObjectType } from 'graphql';
import type { Reply, Request } from '../stage.ts';

const SUPERGRAPH = new URL('../../../gateway/supergraph.graphql', import.meta.url);
const schema = buildSchema(readFileSync(SUPERGRAPH, 'utf8'), { assumeValid: true });
const mutations = schema.getMutationType()?.getFields() ?? {};

/** What is shown of the record that a mutation was about, as far as it has it. */
const SHOWN = ['id', 'version', 'state', 'consent', 'name', 'clientKey', 'email', 'memberNo', 'accountNo'];

/** A mutation as a client of the graph writes it, with all its arguments; it shows the record, and why it was refused. */
export function mutation(name: string, input: object, version?: number): Request {
  const field = mutations[name];
  const payload = field && getNamedType(field.type);
  if (!field || !isObjectType(payload)) throw new Error(`The graph has no mutation ${name}.`);
  const args = field.args.map(({ name: arg, type }) => ({ arg, type: String(type) }));
  const taken = args.map(({ arg, type }) => `$${arg}: ${type}`).join(', ');
  const given = args.map(({ arg }) => `${arg}: $${arg}`).join(', ');
  const query = `mutation(${taken}) { ${name}(${given}) { ${shownOf(payload)} } }`;
  return {
    method: 'POST',
    path: '/graphql',
    body: { query, variables: { input, ...(version === undefined ? {} : { version }) } },
  };
}

function shownOf(payload: GraphQLObjectType): string {
  return Object.values(payload.getFields())
    .map(({ name, type }) => {
      const of = getNamedType(type);
      if (name === 'userErrors') return 'userErrors { code message path }';
      if (isLeafType(of)) return name;
      if (!isObjectType(of)) return '';
      const shown = Object.values(of.getFields()).filter(
        (each) => SHOWN.includes(each.name) && !each.args.some(({ type: taken }) => isNonNullType(taken)),
      );
      return `${name} { ${shown.map((each) => each.name).join(' ') || '__typename'} }`;
    })
    .join(' ');
}

/** What a mutation came to: the record that it was about, and what else it shows. */
export type Mutated = {
  readonly record: { readonly id: string; readonly version?: number; readonly [shown: string]: unknown } | null;
  readonly secret: string;
  readonly proposal: string | null;
  readonly codes: readonly string[];
};

export function mutatedIn({ body }: Reply): Mutated {
  const [payload] = Object.values<any>(body?.data ?? {});
  const { userErrors = [], proposal = null, ...rest } = payload ?? {};
  const shown = Object.values<any>(rest);
  return {
    record: shown.find((each) => typeof each === 'object' && each?.id !== undefined) ?? null,
    secret: rest.secret ?? rest.invitationToken ?? '',
    proposal: proposal?.id ?? null,
    codes: [
      ...userErrors.map(({ code }: { readonly code: string }) => code),
      ...(body?.errors ?? []).map(({ extensions = {} }: any) => String(extensions.reason ?? extensions.code)),
    ],
  };
}
