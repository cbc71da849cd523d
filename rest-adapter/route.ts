import type { Static, TObject, TSchema } from 'typebox';
import type { Bucket } from '#core/partners/quotas.ts';
import type { Scope } from '#core/partners/scopes.ts';
import type { App } from '#platform/app/compose.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import type { Guard } from '#platform/outbound/destination.ts';
import type { CommandRequest, Confidential, ProposableRequest } from '#platform/app/transact.ts';
import type { RateLimiter } from '#platform/runtime/rate-limit.ts';
import type { SigningSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import type { List } from '#platform/app/lists.ts';
import type { Cursors } from '#platform/app/cursors.ts';
import type { Includes } from './included.ts';
import type { Ids, Subject } from './records.ts';
import type { WaitingRoom } from './webhooks/waiting-room.ts';

export type Surface = 'payment-bridge' | 'lending' | 'education';

/** What handlers need of the process beside the app. */
export type Tools = {
  readonly cursors: Cursors;
  readonly quotaOf: RateLimiter['quotaOf'];
  /** Where requests wait for events. */
  readonly waiting: WaitingRoom;
  readonly webhooks: {
    /** What webhooks of sandbox tenants may reach; live tenants reach public https only. */
    readonly guard: Pick<Guard, 'allowedNetworks' | 'resolve'>;
    readonly secrets: SigningSecrets;
  };
};

/** What a handler is given: the request after every check that a route row declares. */
export type Call<Params, Query, Body> = {
  readonly caller: Caller;
  /** The caller as they are now, for a request that was held. @throws DomainError invalid_token, insufficient_scope */
  readonly callerNow: () => Promise<Caller>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The version that If-Match names; undefined where it is absent or `*`. */
  readonly version: number | undefined;
  /** The absolute address of the server, for links. */
  readonly baseUrl: string;
  /** The path of the request, as it was sent. */
  readonly path: string;
  /** Ids as this reply shows them. */
  readonly ids: Ids;
  readonly tools: Tools;
  /** The integer id of the record that the path names. @throws DomainError not_found */
  readonly subjectId: () => Promise<number>;
  /** Everything that a use case needs to answer; `present` is the handler's. */
  readonly request: <Result>(
    present: CommandRequest<Result>['present'],
    confidential?: Confidential,
  ) => ProposableRequest<Result>;
  /** The reply to a refusal of this request, for a result that is one. */
  readonly refused: CommandRequest<never>['refused'];
};

/** What a read answers: the body before serialization. Money is still bigint. */
export type Shown = {
  readonly headers?: Readonly<Record<string, string>>;
  /** The record that it shows, where it has a version. */
  readonly record?: { readonly version: number };
  /** The uuids of the records of a list, which the fields that were wanted of them may leave out. */
  readonly uuids?: readonly string[];
  readonly body: unknown;
};

/**
 * One row of the API: everything that is known of an operation. Validation, scope checks, rate buckets, OpenAPI and the
 * contract test all read the same rows.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With {name} for parameters, as OpenAPI writes it. */
  readonly path: string;
  readonly surface: Surface;
  /** The name of the operation in the OpenAPI document; unique. */
  readonly operation: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** Null for what any client may do: looking up its own requests. */
  readonly scope: Scope | null;
  /** Scopes that it takes beside it: what one of them says alone would let through who has no business with it. */
  readonly alsoScopes?: readonly Scope[];
  /** Which quota a call counts against. */
  readonly bucket: Bucket;
  readonly params?: TObject;
  /** The record that the path names: it is looked up before anything else of a request is found fault with. */
  readonly subject?: Subject;
  readonly query?: TObject;
  /** Set by listRoute: the grammar of lists applies, `members` are what a record has. */
  readonly list?: { readonly list: List; readonly members: readonly string[]; readonly includes: Includes<never> };
  /** Set by offsetList: its filters are parameters of their own; it answers with X-Total-Count and Link. */
  readonly offsetList?: true;
  readonly body?: TSchema;
  /** The body may be left out: it is an empty one then. */
  readonly bodyIsOptional?: true;
  /** The largest body in bytes, where it is more than that of any other. */
  readonly maxBytes?: number;
  /** The member of the body that is a list of rows: each is checked by the handler, and refused, alone. */
  readonly rowsIn?: string;
  /** An example of the body, shown in the document and tried by a test. */
  readonly example?: unknown;
  /** Status of success, its body and an example of it. */
  readonly reply: {
    readonly status: 200 | 201 | 202 | 204 | 207;
    readonly schema: TSchema | null;
    readonly describe: string;
  };
  /** Other statuses of success; with the same body, unless they have a schema of their own. */
  readonly alsoReplies?: readonly {
    readonly status: 200 | 201 | 202;
    readonly describe: string;
    readonly schema?: TSchema;
  }[];
  /** Refusals of the trade that this operation can answer with, by code. */
  readonly refusals: readonly string[];
  readonly deprecation?: Deprecation;
  readonly handle: (app: App, call: Call<never, never, never>) => Promise<Shown | Handled>;
};

/** All scopes that an operation takes. */
export const scopesOf = ({ scope, alsoScopes = [] }: Pick<Route, 'scope' | 'alsoScopes'>): readonly Scope[] =>
  scope === null ? [] : [scope, ...alsoScopes];

/** The end of an operation: announced by headers, then 410. */
export type Deprecation = {
  readonly since: Temporal.Instant;
  /** At least twelve months after `since`. */
  readonly sunset: Temporal.Instant;
  /** Where the end is explained. */
  readonly link: string;
  /** The address of what comes in its place. */
  readonly successor?: string;
};

/** The answer of a write: made inside the transaction, perhaps a replay. */
export type Handled = { readonly response: CommandResponse; readonly replayed: boolean };

type Shape<T> = T extends TSchema ? Static<T> : Record<string, never>;

/**
 * Declares a row with the types of its schemas: the handler sees parameters, query and body as they were validated.
 */
export function route<
  const P extends TObject | undefined = undefined,
  const Q extends TObject | undefined = undefined,
  const B extends TSchema | undefined = undefined,
>(
  row: Omit<Route, 'params' | 'query' | 'body' | 'handle'> & {
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly handle: (app: App, call: Call<Shape<P>, Shape<Q>, Shape<B>>) => Promise<Shown | Handled>;
  },
): Route {
  // The server hands over what the schemas of this row let through: their types and the handler's are the same above.
  return row as unknown as Route;
}
