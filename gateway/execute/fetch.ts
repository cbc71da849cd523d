import type { FetchNode, PlanNode } from '@apollo/query-planner';
import { isAbstractType } from 'graphql';
import type { FormattedExecutionResult, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { isNotMade, type Failure } from '../subgraph-failure.ts';
import { foundBy } from './found-by.ts';
import { isObject, merging, type Fetched, type Merge } from './fetched.ts';
import { repeatedFetches, textOf } from './plan-nodes.ts';
import { objectsAt, type PlanPath } from './place.ts';
import { representationOf, rewritesOf } from './representation.ts';
import { unneededOf } from './requirements.ts';
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
  readonly shared: Map<string, Map<string, Sent>>;
};
/** An entity that was sent for, and its place in what comes. */
type Sent = { readonly reply: Promise<FormattedExecutionResult>; readonly all: number; readonly index: number };
export type Step = (run: Run) => Promise<void>;

/** @returns what carries the plan out; each of its steps reports its own troubles and never throws */
export function stepsOf(plan: PlanNode, supergraph: GraphQLSchema): Step {
  const often = repeatedFetches(plan);
  const merge = merging(interfacesOf(supergraph));
  const compile = (node: PlanNode, at: PlanPath): Step => {
    switch (node.kind) {
      case 'Fetch':
        return node.requires === undefined
          ? rootFetch(node, at, supergraph, merge)
          : entityFetch(node, at, { supergraph, merge, isShared: often.has(textOf(node)) });
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

const interfacesOf = (supergraph: GraphQLSchema): ReadonlySet<string> =>
  new Set(
    Object.values(supergraph.getTypeMap())
      .filter(isAbstractType)
      .map(({ name }) => name),
  );

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

function rootFetch(node: FetchNode, at: PlanPath, supergraph: GraphQLSchema, merge: Merge): Step {
  const request = requestOf(node);
  const pick = pickerOf(node);
  const rewrite = rewritesOf(supergraph, node.outputRewrites);
  const renamed = renamesOf(node);
  const targets = objectsAt(at);
  return async (run) => {
    const objects = targets(run.data);
    if (objects.length === 0) return;
    // The changes of an operation are made one after the other: the next one may build on the one before.
    if (request.isChange && run.troubles.some(isInDoubt)) {
      run.troubles.push({ request, at, failure: 'not_sent', cause: null });
      return;
    }
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

type EntityFetch = {
  readonly supergraph: GraphQLSchema;
  readonly merge: Merge;
  /** True where another step of the plan wants entities alike. */
  readonly isShared: boolean;
};

/** What is fetched for each of some objects, as one step of a plan wants it. */
type Entities = {
  readonly request: Request;
  readonly at: PlanPath;
  readonly pick: (variables: Variables) => Record<string, unknown>;
  readonly renamed: (key: string | number) => string | number;
  /** Puts what was found of an entity into all objects that are this entity. */
  readonly take: (entity: unknown, objects: readonly Fetched[]) => void;
};
/** The objects of an entity by the text of its representation, in the order in which they are requested. */
type Places = ReadonlyMap<string, { readonly representation: Fetched; readonly objects: Fetched[] }>;

function entityFetch(node: FetchNode, at: PlanPath, { supergraph, merge, isShared }: EntityFetch): Step {
  const request = requestOf(node);
  const rewrite = rewritesOf(supergraph, node.outputRewrites);
  const targets = objectsAt(at);
  const represent = representationOf(supergraph, node.requires ?? [], node.inputRewrites);
  const isFound = foundBy(supergraph, node.serviceName);
  const unneededIn = unneededOf(node, supergraph);
  const sharedAs = isShared ? textOf(node) : null;

  const take: Entities['take'] = (entity, objects) => {
    if (!isObject(entity)) return;
    if (rewrite !== null) {
      entity['__typename'] ??= objects[0]?.['__typename'];
      rewrite(entity);
    }
    for (const object of objects) merge(object, entity);
  };
  const entities: Entities = { request, at, pick: pickerOf(node), renamed: renamesOf(node), take };

  return async (run) => {
    const unneeded = unneededIn(run.conditions);
    const places = placesOf(targets(run.data), (entity) => {
      const representation = represent(entity, unneeded);
      return representation !== null && isFound(representation) ? representation : null;
    });
    if (places.size === 0) return;
    const wanted = sharedAs === null ? [allOf(run, places, entities)] : wantedShared(run, places, entities, sharedAs);
    const taken = async (each: Wanted): Promise<void> => {
      try {
        takeReply(run, await each.reply, each, entities);
      } catch (error) {
        run.troubles.push(troubleOf(error, request, at));
      }
    };
    const [first, ...more] = wanted;
    if (first !== undefined) await (more.length === 0 ? taken(first) : Promise.all(wanted.map(taken)));
  };
}

function placesOf(objects: readonly Fetched[], represent: (entity: Fetched) => Fetched | null): Places {
  const places = new Map<string, { readonly representation: Fetched; readonly objects: Fetched[] }>();
  for (const object of objects) {
    const representation = represent(object);
    if (representation === null) continue;
    const key = JSON.stringify(representation);
    const same = places.get(key);
    if (same === undefined) places.set(key, { representation, objects: [object] });
    else same.objects.push(object);
  }
  return places;
}

/** What a step wants of one reply: by the place of each entity in the reply, the objects that are this entity, if it wants it. */
type Wanted = {
  readonly reply: Sent['reply'];
  readonly all: number;
  readonly objects: (readonly Fetched[] | undefined)[];
};
type Place = Places extends ReadonlyMap<string, infer Each> ? Each : never;

const send = (run: Run, places: readonly Place[], { request, pick }: Entities): Sent['reply'] =>
  run.send(request, { ...pick(run.variables), representations: places.map(({ representation }) => representation) });

function allOf(run: Run, places: Places, entities: Entities): Wanted {
  const each = [...places.values()];
  return { reply: send(run, each, entities), all: each.length, objects: each.map(({ objects }) => objects) };
}

/**
 * What another step of the plan has sent for is waited for and not sent for again: what went wrong with it went wrong here as well.
 * @returns what is wanted of each reply: of its own, and of those of steps that wanted the same
 */
function wantedShared(run: Run, places: Places, entities: Entities, sharedAs: string): readonly Wanted[] {
  const known = run.shared.get(sharedAs) ?? new Map<string, Sent>();
  run.shared.set(sharedAs, known);
  const unknown = [...places].filter(([key]) => !known.has(key));
  if (unknown.length > 0) {
    const each = unknown.map(([, place]) => place);
    const reply = send(run, each, entities);
    unknown.forEach(([key], index) => known.set(key, { reply, all: unknown.length, index }));
  }
  const replies = new Map<Sent['reply'], Wanted>();
  for (const [key, { objects }] of places) {
    const sent = known.get(key);
    if (sent === undefined) continue;
    const wanted = replies.get(sent.reply) ?? { reply: sent.reply, all: sent.all, objects: [] };
    wanted.objects[sent.index] = objects;
    replies.set(sent.reply, wanted);
  }
  return [...replies.values()];
}

/** An error of an entity belongs to all objects that are this entity. */
function takeReply(run: Run, { data, errors }: FormattedExecutionResult, wanted: Wanted, entities: Entities): void {
  const { request, at, renamed, take } = entities;
  for (const error of errors ?? []) {
    const [list, index, ...rest] = error.path ?? [];
    const isOfEntity = list === '_entities' && typeof index === 'number';
    // Of another step’s entity: it reports that itself.
    if (isOfEntity && index < wanted.all && wanted.objects[index] === undefined) continue;
    const objects = isOfEntity ? (wanted.objects[index] ?? []) : null;
    const within = (isOfEntity ? rest : (error.path ?? [])).map(renamed);
    run.troubles.push({ request, at, error, objects, within });
  }
  if (!data) return;
  const found: unknown = data['_entities'];
  if (!Array.isArray(found) || found.length !== wanted.all)
    throw new FetchFailure('unreadable', `Not the ${wanted.all} entities that were requested.`);
  wanted.objects.forEach((objects, index) => objects && take(found[index], objects));
}

/** A change that may or may not have been made, or still may be. */
const isInDoubt = (trouble: Trouble): boolean =>
  trouble.request.isChange && 'failure' in trouble && !isNotMade(trouble.failure);

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
