import type { FetchNode, PlanNode } from '@apollo/query-planner';
import type { FormattedExecutionResult, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { Failure } from '../subgraph-failure.ts';
import { isObject, merge, type Fetched } from './fetched.ts';
import { objectsAt, type PlanPath } from './place.ts';
import { representationOf, rewritesOf } from './representation.ts';
import type { Conditions } from './selection.ts';

/** What one subgraph is sent at one step of a plan; the same each time, but for its variables. */
export type Request = {
  readonly subgraph: string;
  readonly query: string;
  readonly operationName: string | undefined;
  /** A change is never sent twice, and may take longer. */
  readonly isChange: boolean;
};
export type Variables = Readonly<Record<string, unknown>>;
/** @throws FetchFailure where the subgraph gave no result */
export type Send = (request: Request, variables: Variables) => Promise<FormattedExecutionResult>;

/** Why a subgraph gave no result. */
export class FetchFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** What went wrong on the way. Where it belongs in the response is found out at the end. */
export type Trouble =
  | { readonly request: Request; readonly at: PlanPath; readonly failure: Failure; readonly cause: unknown }
  | {
      readonly request: Request;
      readonly at: PlanPath;
      readonly error: GraphQLFormattedError;
      /** The objects that are this entity; null where the error is not one of an entity. */
      readonly objects: readonly Fetched[] | null;
      /** The path within the entity, or from the root of the fetch. */
      readonly within: readonly (string | number)[];
    };

/** One operation that is being carried out. */
export type Run = {
  readonly data: Fetched;
  readonly variables: Variables;
  readonly conditions: Conditions;
  readonly send: Send;
  readonly troubles: Trouble[];
  /** Entities that several steps of the plan want alike, by step and representation. */
  readonly shared: Map<string, Map<string, Promise<Entity | null>>>;
};
type Entity = { readonly found: unknown };
export type Step = (run: Run) => Promise<void>;

/** @returns what carries the plan out; each of its steps reports its own troubles and never throws */
export function stepsOf(plan: PlanNode, supergraph: GraphQLSchema): Step {
  const often = repeatedFetches(plan);
  const compile = (node: PlanNode, at: PlanPath): Step => {
    switch (node.kind) {
      case 'Fetch':
        return node.requires === undefined
          ? rootFetch(node, at, supergraph)
          : entityFetch(node, at, supergraph, often.has(textOf(node)));
      case 'Flatten':
        return compile(node.node, [...at, ...node.path]);
      case 'Sequence': {
        const steps = node.nodes.map((each) => compile(each, at));
        return async (run) => {
          for (const step of steps) await step(run);
        };
      }
      case 'Parallel': {
        const steps = node.nodes.map((each) => compile(each, at));
        return async (run) => void (await Promise.all(steps.map((step) => step(run))));
      }
      case 'Condition': {
        const met = node.ifClause && compile(node.ifClause, at);
        const unmet = node.elseClause && compile(node.elseClause, at);
        return async (run) => (run.conditions[node.condition] === true ? met : unmet)?.(run);
      }
      case 'Defer':
        throw new Error('The plan answers in parts, which was not requested.');
    }
  };
  return compile(plan, []);
}

/** How many fetches a plan has. */
export function fetchesIn(node: PlanNode | undefined): number {
  if (node === undefined) return 0;
  switch (node.kind) {
    case 'Fetch':
      return 1;
    case 'Flatten':
      return fetchesIn(node.node);
    case 'Condition':
      return fetchesIn(node.ifClause) + fetchesIn(node.elseClause);
    case 'Sequence':
    case 'Parallel':
      return node.nodes.reduce((sum, each) => sum + fetchesIn(each), 0);
    case 'Defer':
      return 0;
  }
}

/** The operation's name tells the place of the fetch in its plan; what follows it is the selection. */
const textOf = ({ serviceName, operation, operationKind }: FetchNode): string =>
  operationKind === 'mutation' ? '' : `${serviceName} ${operation.slice(operation.indexOf('{'))}`;

function repeatedFetches(plan: PlanNode): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const walk = (node: PlanNode | undefined): void => {
    if (node === undefined) return;
    if (node.kind === 'Flatten') return walk(node.node);
    if (node.kind === 'Sequence' || node.kind === 'Parallel') return node.nodes.forEach(walk);
    if (node.kind === 'Condition') return [node.ifClause, node.elseClause].forEach(walk);
    if (node.kind !== 'Fetch' || node.requires === undefined) return;
    const text = textOf(node);
    (seen.has(text) ? repeated : seen).add(text);
  };
  walk(plan);
  return repeated;
}

function requestOf({ serviceName, operation, operationName, operationKind }: FetchNode): Request {
  return { subgraph: serviceName, query: operation, operationName, isChange: operationKind === 'mutation' };
}

/** Only variables that have a value are sent: the fetch has the defaults of the others. */
function pickerOf({ variableUsages = [] }: FetchNode): (variables: Variables) => Record<string, unknown> {
  return (variables) => {
    const picked: Record<string, unknown> = {};
    for (const name of variableUsages) if (variables[name] !== undefined) picked[name] = variables[name];
    return picked;
  };
}

function rootFetch(node: FetchNode, at: PlanPath, supergraph: GraphQLSchema): Step {
  const request = requestOf(node);
  const pick = pickerOf(node);
  const rewrite = rewritesOf(supergraph, node.outputRewrites);
  const renamed = renamesOf(node);
  const targets = objectsAt(at);
  return async (run) => {
    const objects = targets(run.data);
    if (objects.length === 0) return;
    try {
      const { data, errors } = await run.send(request, pick(run.variables));
      for (const error of errors ?? [])
        run.troubles.push({ request, at, error, objects: null, within: (error.path ?? []).map(renamed) });
      if (!data) return;
      rewrite?.(data);
      for (const object of objects) merge(object, data);
    } catch (error) {
      run.troubles.push(troubleOf(error, request, at));
    }
  };
}

type Places = Map<string, Fetched[]>;

function entityFetch(node: FetchNode, at: PlanPath, supergraph: GraphQLSchema, isShared: boolean): Step {
  const request = requestOf(node);
  const pick = pickerOf(node);
  const rewrite = rewritesOf(supergraph, node.outputRewrites);
  const renamed = renamesOf(node);
  const targets = objectsAt(at);
  const represent = representationOf(supergraph, node.requires ?? [], node.inputRewrites);
  const text = textOf(node);

  const take = (entity: unknown, objects: readonly Fetched[]): void => {
    if (!isObject(entity)) return;
    if (rewrite !== null) {
      entity['__typename'] ??= objects[0]?.['__typename'];
      rewrite(entity);
    }
    for (const object of objects) merge(object, entity);
  };

  /** Sends for these entities; an error of one belongs to all objects that are this entity. */
  const fetched = async (run: Run, keys: readonly string[], representations: readonly unknown[], places: Places) => {
    const { data, errors } = await run.send(request, { ...pick(run.variables), representations });
    for (const error of errors ?? []) {
      const [list, index, ...rest] = error.path ?? [];
      const isOfEntity = list === '_entities' && typeof index === 'number';
      const objects = isOfEntity ? (places.get(keys[index] ?? '') ?? []) : null;
      const within = (isOfEntity ? rest : (error.path ?? [])).map(renamed);
      run.troubles.push({ request, at, error, objects, within });
    }
    const entities = data?.['_entities'];
    if (!data) return { entities: null, isClean: false };
    if (!Array.isArray(entities) || entities.length !== keys.length)
      throw new FetchFailure('unreadable', `Not the ${keys.length} entities that were requested.`);
    return { entities: entities as readonly unknown[], isClean: errors === undefined || errors.length === 0 };
  };

  return async (run) => {
    const places: Places = new Map();
    const representations: Fetched[] = [];
    for (const object of targets(run.data)) {
      const representation = represent(object);
      if (representation === null) continue;
      const key = JSON.stringify(representation);
      const same = places.get(key);
      if (same !== undefined) {
        same.push(object);
        continue;
      }
      places.set(key, [object]);
      representations.push(representation);
    }
    if (representations.length === 0) return;
    const keys = [...places.keys()];
    try {
      if (isShared) return await takeShared(run, keys, representations, places);
      const { entities } = await fetched(run, keys, representations, places);
      keys.forEach((key, index) => take(entities?.[index], places.get(key) ?? []));
    } catch (error) {
      run.troubles.push(troubleOf(error, request, at));
    }
  };

  /** Entities that another step of the plan has sent for are waited for; one that came with errors is sent for again. */
  async function takeShared(run: Run, keys: readonly string[], representations: readonly Fetched[], places: Places) {
    const known = run.shared.get(text) ?? new Map<string, Promise<Entity | null>>();
    run.shared.set(text, known);
    const byKey = new Map(keys.map((key, index) => [key, representations[index]]));
    const load = async (wanted: readonly string[]): Promise<void> => {
      if (wanted.length === 0) return;
      const response = fetched(
        run,
        wanted,
        wanted.map((key) => byKey.get(key)),
        places,
      );
      const settled = response.then(
        ({ entities, isClean }) => (isClean ? entities : null),
        () => null,
      );
      wanted.forEach((key, index) =>
        known.set(
          key,
          settled.then((entities) => (entities === null ? null : { found: entities[index] ?? null })),
        ),
      );
      const { entities } = await response;
      wanted.forEach((key, index) => take(entities?.[index], places.get(key) ?? []));
    };
    const elsewhere = keys.flatMap((key) => {
      const promise = known.get(key);
      return promise === undefined ? [] : [{ key, promise }];
    });
    const own = load(keys.filter((key) => !known.has(key)));
    const failed: string[] = [];
    const others = elsewhere.map(async ({ key, promise }) => {
      const entity = await promise;
      if (entity === null) failed.push(key);
      else take(entity.found, places.get(key) ?? []);
    });
    const results = await Promise.allSettled([own, ...others]);
    await load(failed);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

const troubleOf = (error: unknown, request: Request, at: PlanPath): Trouble => ({
  request,
  at,
  failure: error instanceof FetchFailure ? error.failure : 'unreachable',
  cause: error,
});

/** Where the plan has renamed a field for one fetch, errors of it come under that name. */
function renamesOf({ outputRewrites = [] }: FetchNode): (key: string | number) => string | number {
  const names = new Map<string | number, string>();
  for (const rewrite of outputRewrites)
    if (rewrite.kind === 'KeyRenamer') names.set(rewrite.path.at(-1) ?? '', rewrite.renameKeyTo);
  return (key) => names.get(key) ?? key;
}
