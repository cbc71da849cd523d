import { readdirSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type ConstDirectiveNode,
  type FragmentDefinitionNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { ROLES } from '#core/people/roles.ts';
import documents from '#gate/portal/graph/generated/documents.json' with { type: 'json' };

const PORTAL = new URL('../../../gateway/portal/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, PORTAL), 'utf8');
const supergraph = buildSchema(textOf('../supergraph.graphql'), { assumeValid: true, assumeValidSDL: true });

type Page = {
  readonly path: string;
  readonly scope: string;
  readonly orScopes: readonly string[];
  readonly file: string;
};

const pages = readdirSync(new URL('pages/rows/', PORTAL)).flatMap((name): Page[] =>
  [
    ...textOf(`pages/rows/${name}`).matchAll(
      /path: '([^']+)'[^]*?scope: (null|'[^']+')(?:,\s+orScopes: \[([^\]]*)\])?[^]*?import\('\.\.\/([^']+)'\)/g,
    ),
  ].map(([, path = '', scope = '', or = '', file = '']) => ({
    path,
    scope: scope.replaceAll("'", ''),
    orScopes: [...or.matchAll(/[\w:]+/g)].map(([each]) => each),
    file: `pages/${file}`,
  })),
);

/** The queries that a page has, and the modules that it imports. */
function queriesOf({ file }: Page): string[] {
  const imported = [...textOf(file).matchAll(/from '(\.[^']+\.tsx?)'/g)].map(([, name = '']) => {
    const { pathname } = new URL(name, new URL(file, 'portal:/'));
    return pathname.slice(1);
  });
  return [file, ...imported].flatMap((each) =>
    [...textOf(each).matchAll(/^ +query (\w+)/gm)].map(([, name = '']) => name),
  );
}

const isConditional = (node: ASTNode): boolean =>
  'directives' in node && (node.directives?.some(({ name }) => name.value === 'include') ?? false);

/** The scopes of each field that a query selects whatever its variables are: any of the sets is enough. */
function needed(query: string): { readonly field: string; readonly anyOf: readonly (readonly string[])[] }[] {
  const text = Object.values(documents).find((each) => new RegExp(`(^| )query ${query}\\b`).test(each));
  if (text === undefined) throw new Error(`No query ${query} is among the documents of the portal.`);
  const document = parse(text);
  const fragments = new Map(
    document.definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === 'FragmentDefinition')
      .map((each) => [each.name.value, each]),
  );
  const found: ReturnType<typeof needed> = [];
  const read = (root: ASTNode) => {
    const info = new TypeInfo(supergraph);
    visit(
      root,
      visitWithTypeInfo(info, {
        enter(node) {
          if (isConditional(node)) return false;
          if (node.kind === 'FragmentSpread') read(fragments.get(node.name.value)!);
          if (node.kind !== 'Field') return undefined;
          const [field, type] = [info.getFieldDef(), getNamedType(info.getType())];
          for (const directive of [...(field?.astNode?.directives ?? []), ...(type?.astNode?.directives ?? [])]) {
            if (directive.name.value === 'requiresScopes')
              found.push({ field: `${info.getParentType()}.${node.name.value}`, anyOf: scopesIn(directive) });
          }
          return undefined;
        },
      }),
    );
  };
  for (const definition of document.definitions) if (definition.kind === 'OperationDefinition') read(definition);
  return found;
}

function scopesIn({ arguments: given }: ConstDirectiveNode): string[][] {
  const [sets] = given ?? [];
  if (sets?.value.kind !== 'ListValue') throw new Error('Scopes are a list of lists.');
  return sets.value.values.map((set) =>
    set.kind === 'ListValue' ? set.values.flatMap((scope) => (scope.kind === 'StringValue' ? [scope.value] : [])) : [],
  );
}

const holds = (scopes: readonly string[], all: readonly string[]): boolean =>
  all.every((each) => scopes.includes(each));

describe('A page of the portal', () => {
  it('is found with its queries, which need scopes', () => {
    const queries = pages.flatMap(queriesOf);
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.find(({ path }) => path === '/')?.orScopes).toContain('approvals:read');
    expect(queries).toEqual(expect.arrayContaining(['Member', 'Approvals', 'Result', 'Clients']));
    expect(needed('Member')).toContainEqual({ field: 'Member.loans', anyOf: expect.arrayContaining([['loans:read']]) });
    expect(needed('Member')).toContainEqual({
      field: 'PendingApproval.agent',
      anyOf: expect.arrayContaining([['disbursements:read']]),
    });
  });

  it('selects nothing that one of the roles which open it may not see', () => {
    const refused = pages.flatMap((page) =>
      Object.entries(ROLES).flatMap(([role, { scopes }]) => {
        const held: readonly string[] = scopes;
        if (page.scope !== 'null' && ![page.scope, ...page.orScopes].some((each) => held.includes(each))) return [];
        return queriesOf(page)
          .flatMap((query) => needed(query).map((each) => ({ ...each, query })))
          .filter(({ anyOf }) => !anyOf.some((all) => holds(held, all)))
          .map(({ query, field }) => `${page.path}: ${role} may not see ${field} of ${query}`);
      }),
    );
    expect(refused).toEqual([]);
  });

  it('has no form that no role may send (finding: loan products, and the erasure of a person, took scopes of several)', () => {
    const mutations = mutationsOf(documents);
    expect(mutations).toEqual(expect.arrayContaining(['approveLoan', 'eraseMember', 'createLoanProduct']));
    const fields = supergraph.getMutationType()?.getFields() ?? {};
    const orphaned = mutations.filter((name) => {
      const directive = fields[name]?.astNode?.directives?.find((each) => each.name.value === 'requiresScopes');
      const sets = directive === undefined ? [[]] : scopesIn(directive);
      return !Object.values(ROLES).some(({ scopes }) => sets.some((all) => holds(scopes, all)));
    });
    expect(orphaned).toEqual([]);
  });

  it('has a form for every mutation, but for those that it sends in another way (finding: years and terms had none)', () => {
    const sent = new Set(mutationsOf(documents));
    const all = Object.keys(supergraph.getMutationType()?.getFields() ?? {});
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter((name) => !sent.has(name)).toSorted()).toEqual(Object.keys(WITHOUT_FORM).toSorted());
  });
});

/** Mutations that no form sends, and why people do without. */
const WITHOUT_FORM = {
  recordResult: 'The sheet of a class opens its results together.',
  createPostings: 'A payroll comes from the program that made it; at the counter money is taken one by one.',
};

const mutationsOf = (texts: object): readonly string[] =>
  Object.values(texts).flatMap((text: string) =>
    parse(text).definitions.flatMap((each) =>
      each.kind === 'OperationDefinition' && each.operation === 'mutation'
        ? each.selectionSet.selections.flatMap((node) => (node.kind === 'Field' ? [node.name.value] : []))
        : [],
    ),
  );
