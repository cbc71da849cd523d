import type { GraphQLFieldResolver } from 'graphql';
import { unusableReference } from '#core/kernel/field-error.ts';
import { canonicalInput } from '#core/kernel/input-text.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Handled, ProposableRequest } from '#platform/app/transact.ts';
import { mutate, type Mutation } from './mutate.ts';

/** The arguments that mutations have in common. */
export type MutationArguments<Input> = {
  readonly input: Input;
  readonly idempotencyKey?: string | null;
  readonly version?: number | null;
};

export type Change<Context, Input, Result, More> = {
  /** Carries out the use case; ids of the input are looked up first. */
  readonly run: (
    call: {
      readonly input: Input;
      /** The version that the caller decided on. */
      readonly version: number | undefined;
      readonly context: Context;
    },
    request: (more?: More) => ProposableRequest<Result>,
  ) => Promise<Handled>;
  /** The payload around the record with this uuid, as it is now. */
  readonly show: (uuid: string, context: Context, more: More | undefined) => Promise<object>;
} & Pick<Mutation<Result, More>, 'judge' | 'fields'>;

/**
 * How a subgraph makes the resolver of a mutation: `const change = changesIn(forget)`.
 * @param forget forgets what the context has read: the mutation has changed it
 * @param proposal the field of the payload for what a mutation became that takes two people
 */
export function changesIn<Context extends { readonly caller: Caller }>(
  forget: (context: Context) => void,
  proposal: (uuid: string, context: Context) => unknown,
) {
  return <Input, Result extends { readonly uuid: string | null }, More = never>({
      run,
      show,
      judge,
      fields,
    }: Change<Context, Input, Result, More>): GraphQLFieldResolver<unknown, Context, MutationArguments<Input>> =>
    (_, args, context, info) =>
      mutate<Result, More>({
        caller: context.caller,
        name: info.fieldName,
        args,
        judge,
        fields,
        run: (request) =>
          run({ input: canonicalInput(args.input), version: args.version ?? undefined, context }, request),
        show: (uuid, more) => {
          forget(context);
          return show(uuid, context, more);
        },
        showProposal: async (uuid) => ({ proposal: await proposal(uuid, context) }),
      });
}

/**
 * The record that a field of the input names by its uuid.
 * @throws DomainError unknown_reference (invalid) where it names none that the caller may use
 */
export async function named<Found>(
  field: string,
  id: string,
  noun: string,
  records: { load(id: string): Promise<Found | null> },
): Promise<Found> {
  const record = await records.load(id);
  if (record !== null) return record;
  const detail = `${field} names no ${noun} of yours. Use the id of one that exists.`;
  throw unusableReference(field, detail, detail);
}

/** The same request to a use case whose result is not the record that is shown: `about(request(), ({ to }) => to)`. */
export function about<Result, Whole>(
  request: ProposableRequest<Result>,
  of: (whole: Whole) => Result,
): ProposableRequest<Whole> {
  return { ...request, present: (whole, tx) => request.present(of(whole), tx) };
}
