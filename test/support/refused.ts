import type { DomainError } from '#core/kernel/domain-error.ts';

/** The refusal that a piece of work ends in. Fails where it ends well. */
export async function refusalOf(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.then(
    () => null,
    (thrown: DomainError) => thrown,
  );
  if (!error) throw new Error('Nothing was refused.');
  return error;
}
