import { Kind, valueFromASTUntyped } from 'graphql';
import type { DocumentNode, ObjectTypeDefinitionNode } from 'graphql';
import type { Caller } from '#platform/auth/caller.ts';

/** A change in the feed of an institution: what is needed to know who may see it. Its content is fetched from the subgraphs. */
export type FeedEntry = {
  readonly sequence: number;
  /** What happened: loan.disbursed. */
  readonly type: string;
  /** The scopes that it takes, all of them; none where it concerns a client's own settings. */
  readonly scopes: readonly string[];
  /** The client that it concerns alone; null where it concerns the institution. */
  readonly owner: number | null;
  /** What it is about, as `subject <uuid>`, and the records that it names, as `loan <uuid>`. */
  readonly records: readonly string[];
};

/** A part of the feed, complete up to `through`. */
export type FeedPart = {
  readonly entries: readonly FeedEntry[];
  readonly through: number;
  /** The number before the oldest that is retained. */
  readonly oldest: number;
  readonly latest: number;
};

/** The feed of changes of every institution, before scopes are checked. */
export type Feed = {
  /** The types of events that there are. */
  readonly types: readonly string[];
  /** @param after null: nothing, but how far the feed has come */
  read(tenantId: number, after: number | null, limit: number): Promise<FeedPart>;
  /** Calls back when something may be new in an institution; null: perhaps in any. Returns what ends it. */
  listen(wake: (tenantId: number | null) => void): () => Promise<void>;
};

/** What a field of Subscription follows, as its schema declares it with @fromFeed. */
export type FeedRule = {
  /** Types of events, or patterns of them. */
  readonly types: readonly string[];
  /** The kind of record that the argument `id` names; the subject of the event where it is null. */
  readonly of: string | null;
};

/** The fields of Subscription that follow the feed, by name. */
export function feedRulesOf(supergraph: DocumentNode): ReadonlyMap<string, FeedRule> {
  const rules = new Map<string, FeedRule>();
  const root = supergraph.definitions.find(
    (node): node is ObjectTypeDefinitionNode =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === 'Subscription',
  );
  for (const field of root?.fields ?? []) {
    const directive = field.directives?.find(({ name }) => name.value === 'fromFeed');
    if (directive === undefined) continue;
    const passed = Object.fromEntries(
      (directive.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]),
    );
    rules.set(field.name.value, {
      // Both as the definition of the directive has them.
      types: passed['types'] as readonly string[],
      of: (passed['of'] as string | undefined) ?? null,
    });
  }
  return rules;
}

/** The changes that one subscription follows, of those that its client may see. */
export type Wanted = {
  /** A record that each of them names; null: any. */
  readonly record: string | null;
  readonly includes: (entry: FeedEntry) => boolean;
};

type Chosen = { readonly id: string | null; readonly types: readonly string[] | null };

export function wanted(
  rule: FeedRule,
  { id, types }: Chosen,
  { clientId, scopes }: Pick<Caller, 'clientId' | 'scopes'>,
): Wanted {
  const record = id === null ? null : `${rule.of ?? 'subject'} ${id.toLowerCase()}`;
  return {
    record,
    includes: (entry) =>
      fitsOne(rule.types, entry.type) &&
      (types === null || fitsOne(types, entry.type)) &&
      (entry.owner === null || entry.owner === clientId) &&
      entry.scopes.every((scope) => scopes.includes(scope)) &&
      (record === null || entry.records.includes(record)),
  };
}

/** The first pattern that fits no type that there is; undefined where each fits one. */
export const unknownPattern = (patterns: readonly string[], types: readonly string[]): string | undefined =>
  patterns.find((pattern) => !types.some((type) => fits(pattern, type)));

const fitsOne = (patterns: readonly string[], type: string): boolean => patterns.some((pattern) => fits(pattern, type));

const fits = (pattern: string, type: string): boolean =>
  pattern === '*' || (pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern);
