import { GraphQLError } from 'graphql';
import type { Caller } from '#platform/auth/caller.ts';
import { canonicalInput } from '#core/kernel/input-text.ts';
import { fingerprintOf, type CommandResponse, type Claim } from '#platform/app/idempotency.ts';
import type { Handled, ProposableRequest } from '#platform/app/transact.ts';
import { outageOf } from '#platform/runtime/outage.ts';
import { requireReadable } from './check-input.ts';
import { userErrorsOf, withUserErrors, type UserError } from './user-errors.ts';

/**
 * What is stored of a mutation's response: which record it was about, and why it was refused. The record is read again
 * for each response; `more` is what can't be read again.
 */
type StoredOutcome<More> = {
  readonly uuid: string | null;
  readonly userErrors: readonly UserError[];
  readonly more?: More;
  /** What it became where it takes two people. */
  readonly proposal?: string;
};

/** An answer to keep, and how it counts: 500 and above is a failure that a repetition may find gone. */
export type Verdict<More = never> = {
  readonly userErrors: readonly UserError[];
  readonly status: number;
  readonly more?: More;
};

/** A change was made, and what it left could not be read for its response: who takes it for an outage would make it twice. */
export class ChangeNotShown extends Error {
  constructor(cause: unknown) {
    super('A change was made, and its record could not be read.', { cause });
  }
}

/** What a use case ends with. Its uuid is null where there is nothing to show. */
type Ended = { readonly uuid: string | null };

export type Mutation<Result, More> = {
  readonly caller: Caller;
  /** The name of the field. With the input it makes two requests the same. */
  readonly name: string;
  readonly args: { readonly input: unknown; readonly idempotencyKey?: string | null };
  /** Carries out the use case. A refusal that it throws becomes userErrors. */
  readonly run: (request: (more?: More) => ProposableRequest<Result>) => Promise<Handled>;
  /** Says of a result that was not refused, and yet is none, or not all that was asked for. */
  readonly judge?: ((result: Result) => Verdict<More> | null) | undefined;
  /** The payload around the record with this uuid, read after the commit. */
  readonly show: (uuid: string, more: More | undefined) => Promise<object>;
  /** The payload of a mutation that takes two people, and waits for the second one. */
  readonly showProposal: (uuid: string) => Promise<object>;
  /** Arguments that the use case knows by another name: `{ agentId: 'agentNo' }`. */
  readonly fields?: { readonly [itsName: string]: string } | undefined;
};

/**
 * Runs a use case for a mutation, once for an idempotencyKey: the same store serves the keys of REST. A repetition is
 * answered with the same record, as it is now, or with the same refusal.
 *
 * Refusals are `userErrors` beside a record that is null; faults go on, and end in `errors`.
 */
export async function mutate<Result extends Ended, More = never>(mutation: Mutation<Result, More>): Promise<object> {
  const { caller, run, judge, show, showProposal, fields = {} } = mutation;
  const claim = claimOf(mutation);
  const request = (more?: More): ProposableRequest<Result> => ({
    caller,
    claim,
    present: async (result) => {
      const { userErrors, status, more: found = more } = judge?.(result) ?? done;
      return responseOf(status, { uuid: result.uuid, userErrors, ...(found === undefined ? {} : { more: found }) });
    },
    refused: (refusal) => responseOf(200, { uuid: null, userErrors: userErrorsOf(refusal) }),
    proposed: ({ uuid }) => responseOf(202, { uuid: null, proposal: uuid, userErrors: [] }),
  });
  const outcome = await withUserErrors(async () => {
    requireReadable(canonicalInput(mutation.args.input));
    return storedOutcome<More>(run(request));
  });
  const { uuid, more, proposal, userErrors }: StoredOutcome<More> =
    'stored' in outcome ? outcome.stored : { uuid: null, ...outcome };
  const shown = async () => ({
    ...(uuid === null ? {} : await show(uuid, more)),
    ...(proposal === undefined ? {} : await showProposal(proposal)),
  });
  return {
    ...(await shown().catch((error: unknown) => {
      throw outageOf(error) === null ? error : new ChangeNotShown(error);
    })),
    userErrors: userErrors.map(({ path, amounts, ...error }) => ({
      ...error,
      amounts: amounts.map(({ name, cents }) => ({ name, cents: BigInt(cents) })),
      path: path && path.map((at) => fields[at] ?? at),
    })),
  };
}

async function storedOutcome<More>(running: Promise<Handled>): Promise<{ readonly stored: StoredOutcome<More> }> {
  const { response } = await running;
  return { stored: JSON.parse(response.body) };
}

const done: Verdict = { userErrors: [], status: 200 };

function responseOf(status: number, stored: StoredOutcome<unknown>): CommandResponse {
  return { status, headers: {}, body: JSON.stringify(stored) };
}

function claimOf({ name, args }: Pick<Mutation<never, never>, 'name' | 'args'>): Claim | null {
  const key = args.idempotencyKey ?? null;
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new GraphQLError('idempotencyKey takes 1 to 255 visible ASCII characters.', {
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
  // Like If-Match on REST, the version that is expected is no part of what makes two requests the same.
  return { key, fingerprint: fingerprintOf({ method: 'MUTATION', path: name, query: {}, body: args.input }) };
}
