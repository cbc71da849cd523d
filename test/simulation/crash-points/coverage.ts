import type { DocumentNode, ObjectTypeDefinitionNode } from 'graphql';
import { routes } from '#rest/routes.ts';
import { composableSubgraphs } from '#sub/subgraphs.ts';
import { COUNTERPARTS } from '#test/support/graph-counterparts.ts';
import type { Noted } from './watch.ts';

/** Each write of REST, by its operation and action, and each mutation. A new row or mutation is among them. */
export async function commandsOfClients(): Promise<string[]> {
  const subgraphs = await composableSubgraphs();
  const mutations = subgraphs.flatMap(({ typeDefs }) => mutationsOf(typeDefs));
  return [...writesOfRest(), ...mutations.map((mutation) => `mutation ${mutation}`)].toSorted();
}

/**
 * Which of them suites sent, where their command died everywhere; or whose use case did, which has the name of its mutation
 * at both adapters.
 */
export async function coverageOf(noted: readonly Noted[]) {
  const all = await commandsOfClients();
  const crashed = new Set(noted.flatMap((one) => (one.kind === 'crashed' ? [one.command] : [])));
  // What an approval carries out follows its name.
  const useCases = new Set([...crashed].map((command) => /[^.]*$/.exec(command.split(' ', 1)[0]!)?.[0] ?? ''));
  const namesOf = (one: string) =>
    one.startsWith('mutation ') ? [one.slice('mutation '.length)] : [COUNTERPARTS[one] ?? one].flat();
  const sent = new Set(
    noted.flatMap((one) => (one.kind === 'sent' && crashed.has(one.command) ? writesIn(one.by) : [])),
  );
  const isCovered = (one: string) => sent.has(one) || namesOf(one).some((name) => useCases.has(name));
  return { all, sent: all.filter(isCovered), missing: all.filter((one) => !isCovered(one)) };
}

type ActionBody = { properties?: { action?: { enum: readonly string[] } }; required?: readonly string[] } | undefined;
const writes = routes.filter(({ method }) => method !== 'GET');

function writesOfRest(): string[] {
  return writes.flatMap(({ operation, body }) => {
    // Schemas are plain objects.
    const { properties, required = [] } = (body as ActionBody) ?? {};
    const actions = (properties?.action?.enum ?? []).map((action) => `${operation}.${action}`);
    return required.includes('action') ? actions : [operation, ...actions];
  });
}

/** `PATCH /api/v1/loans/12 approve` is `changeLoan.approve`. */
function writesIn(by: string): string[] {
  if (by.startsWith('mutation ')) return [by];
  const [method, path = '', action] = by.split(' ');
  const row = writes.find(
    (each) => each.method === method && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return row ? [action ? `${row.operation}.${action}` : row.operation] : [];
}

const mutationsOf = ({ definitions }: DocumentNode): string[] =>
  definitions.flatMap((node) =>
    'name' in node && node.name?.value === 'Mutation'
      ? ((node as ObjectTypeDefinitionNode).fields ?? []).map(({ name }) => name.value)
      : [],
  );
