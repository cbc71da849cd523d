import type { ApolloServerPlugin } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Caller } from '#platform/auth/caller.ts';
import { OTHER_OPERATIONS } from '#platform/runtime/metrics/request-metrics.ts';
import type { RequestContext } from '../request-context.ts';
import type { Priced } from './operation-cost.ts';
import { rememberedPrices } from './remembered-prices.ts';
import type { CostRules } from './rules.ts';

/**
 * What one operation may cost beside the rows that it sends, what those may, and how long a page may be. A thousand rows of a batch
 * are work that would come as a thousand operations; a client has as many points in a minute for the one as for the others.
 */
const costLimits = { cost: 500, sent: 5_000, listSize: 100 } as const;

/** Takes points from what a client has for each minute. */
export type Spend = (caller: Caller, cost: number) => Promise<Spent>;
type Spent = {
  /** What is left, for the reply. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where there was enough. */
  readonly refused: {
    readonly message: string;
    /** Seconds. */
    readonly retryAfter: number;
    /** The limit and its window. */
    readonly details: Readonly<Record<string, unknown>>;
  } | null;
};

/** What an operation was charged with. */
export type Charge = {
  /** For the reply, whether it is a refusal or not. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the operation may be carried out. */
  readonly refusal: GraphQLError | null;
};
/** Charges the client of a request with an operation, once, however often it is called. */
export type ChargeFor = (operation: Omit<Priced, 'rules'>, context: RequestContext) => Promise<Charge>;

/**
 * Calculates what an operation costs, reports it in the header X-Query-Cost, and refuses one that costs too much, asks for
 * too long a page, or whose client has spent what it has for this minute. Nothing was planned or fetched by then.
 */
export function chargeFor(rules: () => CostRules, spend: Spend | undefined): ChargeFor {
  const priceOf = rememberedPrices();
  const charge = async (priced: Omit<Priced, 'rules'>, context: RequestContext): Promise<Charge> => {
    const { caller, notes, isRegistered } = context;
    const { cost, sent, longest } = priceOf({ ...priced, rules: rules() });
    Object.assign(notes, { operation: notedName(priced.operation.name?.value ?? null, { isRegistered }), cost });
    const headers = { 'x-query-cost': String(cost) };
    if (longest.size > costLimits.listSize) return { headers, refusal: tooLong(longest) };
    if (cost - sent > costLimits.cost) return { headers, refusal: tooDear(cost - sent) };
    if (sent > costLimits.sent) return { headers, refusal: tooMuchSent(sent) };
    const spent = await spend?.(caller, cost);
    return { headers: { ...headers, ...spent?.headers }, refusal: spent?.refused ? spentUp(spent.refused) : null };
  };
  return (priced, context) => (context.done.charge ??= charge(priced, context));
}

/**
 * The name of an operation for the log and the metrics. What a client has made up may name a person, and neither is ever erased: of
 * such a name they say that there is one.
 */
function notedName(name: string | null, { isRegistered }: Pick<RequestContext, 'isRegistered'>): string | null {
  if (name === null) return null;
  return isRegistered ? name.slice(0, 100) : OTHER_OPERATIONS;
}

/** Charges for what the server has found to be a valid operation. */
export function costBudget(charge: ChargeFor): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, request, response, contextValue }) {
          if (!operation) return;
          const variables = request.variables ?? {};
          const { headers, refusal } = await charge({ schema, document, operation, variables }, contextValue);
          for (const [name, value] of Object.entries(headers)) response.http.headers.set(name, value);
          if (refusal !== null) throw refusal;
        },
      };
    },
  };
}

function tooLong({ field, size }: { readonly field: string; readonly size: number }): GraphQLError {
  const allowed = costLimits.listSize;
  return refused(`${field} requests ${size} records; a page has at most ${allowed}. Read on with its endCursor.`, {
    limit: 'listSize',
    allowed,
    found: size,
    field,
  });
}

function tooDear(cost: number): GraphQLError {
  const allowed = costLimits.cost;
  return refused(
    `The operation costs up to ${cost} points; ${allowed} are allowed. Ask for shorter pages, or in several operations.`,
    { limit: 'cost', allowed, found: cost },
  );
}

function tooMuchSent(sent: number): GraphQLError {
  const allowed = costLimits.sent;
  return refused(
    `The rows that the operation sends cost ${sent} points; ${allowed} are allowed. Send fewer, in several operations.`,
    { limit: 'sent', allowed, found: sent },
  );
}

function refused(message: string, details: Readonly<Record<string, unknown>>): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'OPERATION_TOO_LARGE', ...details, http: { status: 400 } } });
}

/** The refusal of a client that has spent what it has for this minute. */
export function spentUp(
  { message, retryAfter, details }: NonNullable<Spent['refused']>,
  headers: Spent['headers'] = {},
): GraphQLError {
  const http = {
    status: 429,
    headers: new HeaderMap([...Object.entries(headers), ['retry-after', String(retryAfter)]]),
  };
  return new GraphQLError(message, { extensions: { code: 'rate_limited', ...details, http } });
}
