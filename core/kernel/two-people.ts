import { refuse, type DomainError } from './domain-error.ts';
import { kernelRefusals } from './refusals.ts';
import { identifierKey } from './text.ts';

type Details = { readonly [name: string]: string | number };

/** Who acts, as far as two people have to be two. */
export type Acting = {
  /** An api client's key, or the name of a job or of an operator. */
  readonly actor: string;
  /** False for an operator's command line and for jobs: they propose, and people approve with clients. */
  readonly mayApprove: boolean;
  /** The person who answers for a client, by its key; the key itself where no person is named. */
  readonly responsibleFor: (actor: string) => Promise<string>;
};

/**
 * Two people are two people: what one has made or proposed, another approves. Two clients for which the same person is
 * responsible are one.
 * @param maker the client's key, or the name of the person who proposed on a command line
 * @throws DomainError approval_needs_client, four_eyes_required (conflict)
 */
export async function requireSecondPerson(maker: string, acting: Acting, details: Details = {}): Promise<void> {
  if (!acting.mayApprove) {
    throw refuse(
      kernelRefusals.approval_needs_client,
      `${acting.actor} proposes and does not approve. Approve with the API client of another person than ${maker}.`,
      details,
    );
  }
  if (maker === acting.actor) throw samePerson(`${maker} has made or proposed this itself.`, details);
  const [first, second] = [await acting.responsibleFor(maker), await acting.responsibleFor(acting.actor)];
  if (identifierKey(first) === identifierKey(second))
    throw samePerson(`${first} is responsible for ${maker} and for ${acting.actor}.`, details);
}

const samePerson = (because: string, details: Details): DomainError =>
  refuse(kernelRefusals.four_eyes_required, `${because} Let another person’s client do it.`, details);
