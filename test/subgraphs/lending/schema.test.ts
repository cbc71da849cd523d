import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Kind, parse, visit } from 'graphql';
import type { DefinitionNode, FieldDefinitionNode, InputValueDefinitionNode, ObjectTypeDefinitionNode } from 'graphql';
import { lifecycles } from '#platform/postgres/lifecycles.ts';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { separateAccessRules } from '#gate/access/rules.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { PEOPLE_SCOPES } from '#core/people/roles.ts';
import { enumsOf } from '#sub/derive-enums.ts';
import { lendingLifecycles, lendingWords } from '#sub/lending/enums.ts';
import { educationTypeDefs } from '#sub/education/subgraph.ts';
import { lendingTypeDefs } from '#sub/lending/subgraph.ts';

/** The definitions by name, each with what other files add to it. */
const types = new Map<string, DefinitionNode & { readonly name: { readonly value: string } }>();
for (const node of lendingTypeDefs.definitions) {
  if (!('name' in node) || node.name === undefined) continue;
  const name = node.name.value;
  const known = types.get(name) as ObjectTypeDefinitionNode | undefined;
  const fields = [...(known?.fields ?? []), ...((node as ObjectTypeDefinitionNode).fields ?? [])];
  types.set(name, (known ? { ...known, fields } : node) as never);
}
const fieldsOf = (type: string) => (types.get(type) as { fields: readonly FieldDefinitionNode[] }).fields;
const inputsOf = (type: string) => (types.get(type) as { fields: readonly InputValueDefinitionNode[] }).fields;
const supergraph = composeSupergraph([
  { name: 'lending', url: 'http://lending.invalid/graphql', typeDefs: lendingTypeDefs },
  { name: 'education', url: 'http://education.invalid/graphql', typeDefs: educationTypeDefs },
]);

describe('The schema of lending', () => {
  it('describes every type, field, argument and enum value', () => {
    const bare: string[] = [];
    let seen = 0;
    visit(lendingTypeDefs, {
      enter(node, _key, _parent, _path, ancestors) {
        if (!node.kind.endsWith('Definition') || !('name' in node) || node.name === undefined) return;
        const parent = ancestors.findLast((ancestor) => 'name' in ancestor) as { name?: { value: string } } | undefined;
        seen++;
        const isQuery = node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === 'Query';
        if (!(node as { description?: { value: string } }).description?.value && !isQuery)
          bare.push(`${parent?.name?.value ?? ''}.${node.name.value}`);
      },
    });
    expect(bare).toEqual([]);
    expect(seen).toBeGreaterThan(500);
  });

  it('has its states and actions from the lifecycles, in a file that is up to date', () => {
    const file = new URL('../../../subgraphs/lending/enums.graphql', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(enumsOf(lendingLifecycles, lendingWords));
    for (const cycle of Object.values(lendingLifecycles)) {
      expect(lifecycles.map(({ lifecycle }) => lifecycle)).toContain(cycle);
    }
  });

  it('requires a scope that exists, or at least a token, at each of its root fields', () => {
    const { rules } = separateAccessRules(parse(supergraph));
    for (const type of ['Query', 'Mutation']) {
      for (const { name } of fieldsOf(type)) {
        const rule = rules.fields.get(`${type}.${name.value}`);
        expect([name.value, rule !== undefined]).toEqual([name.value, true]);
        const access = type === 'Query' ? 'read' : 'write';
        const scopes = rule?.scopes?.flat() ?? [];
        for (const scope of scopes) expect([...SCOPES, ...PEOPLE_SCOPES]).toContain(scope);
        // Who has proposed something takes it back without deciding about what others propose.
        const others = name.value === 'withdrawProposal' ? ['approvals:read'] : [];
        expect(scopes.filter((scope) => !scope.endsWith(`:${access}`))).toEqual(others);
      }
    }
  });

  it('guards every way to a record with the scope to read it', () => {
    const { rules } = separateAccessRules(parse(supergraph));
    const leads = [...types.values()].flatMap((node) => {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION || ['Query', 'Mutation'].includes(node.name.value)) return [];
      if (/(Payload|Edge|Connection)$/.test(node.name.value)) return [];
      return (node.fields ?? []).flatMap(({ name, type }) => {
        const named = JSON.stringify(type).match(/"value":"(\w+?)(Connection)?"/)?.[1] ?? '';
        return rules.types.has(named) && named !== 'Agent' ? [`${node.name.value}.${name.value}`] : [];
      });
    });
    expect(leads.length).toBeGreaterThan(5);
    expect(
      leads.filter(
        (field) =>
          !rules.fields
            .get(field)
            ?.scopes?.flat()
            .every((s) => s.endsWith(':read')),
      ),
    ).toEqual([]);
  });

  it('has mutations of one form: an input, a key for repetitions, a payload with a nullable record and userErrors', () => {
    for (const { name, arguments: args = [], type } of fieldsOf('Mutation')) {
      const upper = name.value.charAt(0).toUpperCase() + name.value.slice(1);
      expect(args.map((argument) => argument.name.value).slice(0, 2)).toEqual(['input', 'idempotencyKey']);
      expect(JSON.stringify(args[0]?.type)).toContain(`"${upper}Input"`);
      expect(type).toMatchObject({ kind: Kind.NAMED_TYPE, name: { value: `${upper}Payload` } });
      const [record, ...more] = fieldsOf(`${upper}Payload`);
      expect([name.value, record?.type.kind]).toEqual([name.value, Kind.NAMED_TYPE]);
      expect(more.at(-1)?.name.value).toBe('userErrors');
      // A change of a record can name the version that was meant.
      const decidedOn =
        {
          limitFloat: /^agentNo$/,
          changeAppTariff: /^clientId$/,
          changeAppAccountPrefix: /^clientId$/,
        }[name.value] ??
        /^(member|deathClaim|loan|product|webhook|delivery|proposal|disbursement|floatTopUp|incident|mobileMoney|break|savingsAccount|savingsTransaction|alert)Id$/;
      const target = inputsOf(`${upper}Input`).some((field) => decidedOn.test(field.name.value));
      const creates = ['createMember', 'applyForLoan', 'openSavingsAccount', 'createWebhook', 'topUpFloat'].includes(
        name.value,
      );
      expect([name.value, args.some((argument) => argument.name.value === 'version')]).toEqual([
        name.value,
        target && !creates,
      ]);
    }
  });

  it('shows no integer ids', () => {
    const ids = [...types.values()].flatMap((node) =>
      'fields' in node
        ? (node.fields ?? [])
            .filter(({ name }) => /(^id|Ids?)$/.test(name.value))
            .map(({ type }) => JSON.stringify(type))
        : [],
    );
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((type) => type.includes('"Int"'))).toEqual([]);
  });

  it('composes into a supergraph', () => {
    expect(supergraph).toContain('type Member');
    expect(supergraph).toMatch(/@join__type\(graph: LENDING, key: "memberNo"\)/);
  });
});
