import type { DomainError } from '#core/kernel/domain-error.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Handled, ProposableRequest } from '#platform/app/transact.ts';

/** Carries a command of a caller out. @throws DomainError its refusal */
export async function carryOut<Command, Result>(
  useCase: (request: ProposableRequest<Result>, command: Command) => Promise<Handled>,
  command: Command,
  caller: Caller,
): Promise<Result> {
  const results: Result[] = [];
  const rethrow = (error: DomainError) => {
    throw error;
  };
  const present = async (result: Result) => {
    results.push(result);
    return { status: 200, headers: {}, body: '' };
  };
  const proposed = ({ uuid }: { readonly uuid: string }) => {
    throw new Error(`It takes two people: proposal ${uuid}.`);
  };
  await useCase({ caller, claim: null, present, refused: rethrow, proposed }, command);
  // Where the transaction was tried again, the last result is the one that was committed.
  const result = results.at(-1);
  if (result === undefined) throw new Error('The use case answered without presenting a result.');
  return result;
}
