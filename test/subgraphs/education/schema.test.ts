import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Kind, parse, visit } from 'graphql';
import type {
  DefinitionNode,
  EnumTypeDefinitionNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
  ObjectTypeDefinitionNode,
} from 'graphql';
import { PROTECTED_OF_MINORS } from '#core/education/student/privacy.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { separateAccessRules } from '#gate/access/rules.ts';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { lifecycles } from '#platform/postgres/lifecycles.ts';
import { enumsOf } from '#sub/derive-enums.ts';
import { educationEnums, educationLifecycles, educationWords } from '#sub/education/enums.ts';
import { educationTypeDefs } from '#sub/education/subgraph.ts';
import { composableSubgraphs } from '#sub/subgraphs.ts';

/** The definitions by name, each with what other files add to it. */
const types = new Map<string, DefinitionNode & { readonly name: { readonly value: string } }>();
for (const node of educationTypeDefs.definitions) {
  if (!('name' in node) || node.name === undefined) continue;
  const name = node.name.value;
  const known = types.get(name) as ObjectTypeDefinitionNode | undefined;
  const fields = [...(known?.fields ?? []), ...((node as ObjectTypeDefinitionNode).fields ?? [])];
  types.set(name, (known ? { ...known, fields } : node) as never);
}
const fieldsOf = (type: string) => (types.get(type) as { fields: readonly FieldDefinitionNode[] }).fields;
const inputsOf = (type: string) => (types.get(type) as { fields: readonly InputValueDefinitionNode[] }).fields;
const supergraph = composeSupergraph(await composableSubgraphs());
const { rules } = separateAccessRules(parse(supergraph));

describe('The schema of education', () => {
  it('describes every type, field, argument and enum value', () => {
    const bare: string[] = [];
    let seen = 0;
    visit(educationTypeDefs, {
      enter(node) {
        if (!node.kind.endsWith('Definition') || !('name' in node) || node.name === undefined) return;
        seen++;
        const isQuery = node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === 'Query';
        if (!(node as { description?: { value: string } }).description?.value && !isQuery) bare.push(node.name.value);
      },
    });
    expect(bare).toEqual([]);
    expect(seen).toBeGreaterThan(1_000);
  });

  it('has its states and actions from the lifecycles, in a file that is up to date', () => {
    const file = new URL('../../../subgraphs/education/enums.graphql', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(enumsOf(educationLifecycles, educationWords));
    for (const cycle of Object.values(educationLifecycles)) {
      expect(lifecycles.map(({ lifecycle }) => lifecycle)).toContain(cycle);
    }
  });

  it('spells its other enums as the core does', () => {
    const enums = [...types.values()].filter((node) => node.kind === Kind.ENUM_TYPE_DEFINITION);
    expect(enums.length).toBeGreaterThan(25);
    for (const { name, values } of enums as EnumTypeDefinitionNode[]) {
      const spelled = (values ?? []).map((value) => value.name.value).toSorted();
      expect([name.value, spelled]).toEqual([name.value, Object.keys(educationEnums[name.value] ?? {}).toSorted()]);
    }
    expect(Object.values(educationEnums['ProtectedField'] ?? {})).toEqual(PROTECTED_OF_MINORS);
  });

  it('requires a scope that exists at each of its root fields', () => {
    for (const type of ['Query', 'Mutation']) {
      const access = type === 'Query' ? 'read' : 'write';
      for (const { name } of fieldsOf(type)) {
        const scopes = rules.fields.get(`${type}.${name.value}`)?.scopes?.flat() ?? [];
        // Payments alone are also what apps of the payment bridge have.
        const also = scopes[0]?.startsWith('payments:') ? [`invoices:${access}`] : [];
        expect([name.value, scopes]).toEqual([name.value, [expect.stringMatching(new RegExp(`:${access}$`)), ...also]]);
        expect(SCOPES).toContain(scopes[0]);
      }
    }
  });

  it('guards every way to a record with the scope to read it', () => {
    const leads = [...types.values()].flatMap((node) => {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION || ['Query', 'Mutation'].includes(node.name.value)) return [];
      if (/(Payload|Edge|Connection)$/.test(node.name.value)) return [];
      return (node.fields ?? []).flatMap(({ name, type }) => {
        const named = JSON.stringify(type).match(/"value":"(\w+?)(Connection)?"/)?.[1] ?? '';
        // A credit note is a part of its invoice.
        return rules.types.has(named) && named !== 'CreditNote' ? [`${node.name.value}.${name.value}`] : [];
      });
    });
    expect(leads.length).toBeGreaterThan(30);
    const open = leads.filter(
      (field) =>
        !rules.fields
          .get(field)
          ?.scopes?.flat()
          .every((s) => s.endsWith(':read')),
    );
    expect(open).toEqual([]);
  });

  it('has mutations of one form: an input, a key for repetitions, a payload with a nullable record and userErrors', () => {
    const creating = [
      'registerStudent',
      'enrolStudent',
      'draftInvoice',
      'recordInvoicePayment',
      'recordResult',
      'recordResults',
    ];
    const unversioned = [...creating, 'sponsorStudent', 'changeResults', 'submitResults', 'publishResults'];
    unversioned.push('adoptGradingScale', 'defineGradingScale', 'defineProgramme', 'offerUnit', 'drawFeeStructure');
    unversioned.push('openAcademicYear', 'openTerm', 'openIntake');
    for (const { name, arguments: args = [], type } of fieldsOf('Mutation')) {
      const upper = name.value.charAt(0).toUpperCase() + name.value.slice(1);
      const version = unversioned.includes(name.value) ? [] : ['version'];
      expect([name.value, args.map((argument) => argument.name.value)]).toEqual([
        name.value,
        ['input', 'idempotencyKey', ...version],
      ]);
      expect(JSON.stringify(args[0]?.type)).toContain(`"${upper}Input"`);
      expect(type).toMatchObject({ kind: Kind.NAMED_TYPE, name: { value: `${upper}Payload` } });
      const [record, ...more] = fieldsOf(`${upper}Payload`);
      expect([name.value, record?.type.kind === Kind.NON_NULL_TYPE]).toEqual([name.value, false]);
      const takingTwo = [
        'eraseStudent',
        'recordInvoicePayment',
        'reverseInvoicePayment',
        'issueCreditNote',
        'voidInvoice',
        'writeOffInvoice',
      ];
      const takesTwo = takingTwo.includes(name.value) ? ['proposal'] : [];
      const rest = more.map((field) => field.name.value);
      expect([name.value, rest]).toEqual([name.value, [...takesTwo, 'userErrors']]);
      expect(inputsOf(`${upper}Input`).length).toBeGreaterThan(0);
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
    expect(ids.length).toBeGreaterThan(60);
    expect(ids.filter((type) => type.includes('"Int"'))).toEqual([]);
  });

  it('is in the supergraph as it is committed, with the keys of its entities', () => {
    const committed = readFileSync(new URL('../../../gateway/supergraph.graphql', import.meta.url), 'utf8');
    expect(committed).toBe(supergraph);
    const keys = [...supergraph.matchAll(/^type (\w+)[^{]*?((?:\s+@join__type\([^\n]*\n)+)/gm)].flatMap(
      ([, type, joins]) =>
        [...(joins ?? '').matchAll(/graph: EDUCATION, key: "(\w+)"/g)].map(([, key]) => `${type}.${key}`),
    );
    expect(keys.toSorted()).toEqual([
      'Disbursement.id',
      'Enrolment.id',
      'Invoice.id',
      'Invoice.number',
      'InvoicePayment.id',
      'Loan.id',
      'Member.id',
      'Programme.id',
      'Proposal.id',
      'Result.id',
      'Student.admissionNo',
      'Student.id',
    ]);
  });
});
