import type { Static, TObject, TSchema } from 'typebox';
import type { Scope } from '#core/partners/scopes.ts';
import type { App } from '#platform/compose.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Answer } from '#platform/idempotency.ts';
import type { Asked } from '#platform/transact.ts';
import type { DomainError } from '#core/kernel/domain-error.ts';

export type Surface = 'payment-bridge' | 'lending' | 'education';

/** What a handler is given: the request after every check that a route row declares. */
export type Call<Params, Query, Body> = {
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The version that If-Match names; undefined where it is absent or `*`. */
  readonly version: number | undefined;
  /** The absolute address of the server, for links. */
  readonly baseUrl: string;
  /** Everything that a use case needs to answer; `present` is the handler's. */
  readonly asked: <Result>(present: Asked<Result>['present']) => Asked<Result>;
};

/** What a read answers: the body before serialization. Money is still bigint. */
export type Shown = {
  readonly status?: 200;
  readonly headers?: Readonly<Record<string, string>>;
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
  readonly scope: Scope;
  /** Which quota a call counts against. */
  readonly bucket: 'A.read' | 'A.write' | 'B.read' | 'B.write' | 'B.money' | 'C.read' | 'C.write';
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** An example of the body, shown in the document and tried by a test. */
  readonly example?: unknown;
  /** Status of success, its body and an example of it. */
  readonly reply: {
    readonly status: 200 | 201 | 202 | 204;
    readonly schema: TSchema | null;
    readonly describe: string;
  };
  /** Refusals of the trade that this operation can answer with, by code. */
  readonly refusals: readonly string[];
  readonly handle: (app: App, call: Call<never, never, never>) => Promise<Shown | Answered>;
};

/** The answer of a write: made inside the transaction, perhaps a replay. */
export type Answered = { readonly answer: Answer; readonly replayed: boolean };

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
    readonly handle: (app: App, call: Call<Shape<P>, Shape<Q>, Shape<B>>) => Promise<Shown | Answered>;
  },
): Route {
  return row as unknown as Route;
}

export type Refused = (error: DomainError) => Answer;
