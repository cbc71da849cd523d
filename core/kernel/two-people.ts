import { refuse, type DomainError, type DetailValue } from './domain-error.ts';
import type { Cents } from './money.ts';
import { requireWithinRole, type RoleLimited } from './personal-limits.ts';
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
  /** Everyone who may be behind a client's key or a name: several where a name or an address is that of several. */
  readonly peopleBehind: (actor: string) => Promise<readonly string[]>;
  /** Who may be one of these people as well: they made the link to the person's key, and no other has confirmed the person. */
  readonly introductionsOf: (people: readonly string[]) => Promise<readonly Introduction[]>;
};

/** A person, and who made the link by which the person's key was registered: no other person has said that they are two. */
export type Introduction = { readonly person: string; readonly by: string };

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
  await requireAnotherPerson(maker, acting, details);
}

/** Money that is there by the word of people: it stays theirs where it passes to another record. */
export type Word = {
  /** Who says that it came, or whose it is. */
  readonly by: readonly string[];
  /** By what it came. */
  readonly channel: string;
  /** Minor units. */
  readonly amount: Cents;
  /** The movements by which it has passed until now, the last one last; none where it came to where it passes from. */
  readonly passedIn: readonly Passed[];
};

/** Money that passed in one movement. Several words may be on it: by all of them together no more of it is there than passed. */
export type Passed = {
  readonly uuid: string;
  /** Minor units. */
  readonly amount: Cents;
};

/** Who acts, where it is a step of the work and no approval. */
export type Actor = Pick<Acting, 'actor' | 'responsibleFor' | 'peopleBehind' | 'introductionsOf'>;

/**
 * The same for a step that is no approval: a job may take it too.
 * @param first who took the step before
 * @throws DomainError four_eyes_required (conflict)
 */
export async function requireAnotherPerson(first: string, acting: Actor, details: Details = {}): Promise<void> {
  const { actor } = acting;
  if (!(await isSamePerson(first, acting))) return requireIntroducedApart(first, acting, details);
  if (first === actor) throw samePerson(`${first} has done the step before this one itself.`, details);
  const [responsible, forActor] = [await acting.responsibleFor(first), await acting.responsibleFor(actor)];
  throw samePerson(
    identifierKey(responsible) === identifierKey(forActor)
      ? `${responsible} is responsible for ${first} and for ${actor}.`
      : `One person has answered for ${first} and for ${actor}, or was shown a secret of theirs.`,
    details,
  );
}

/**
 * Who acts is not this person, who took the step before: by now another one may answer for the client it was taken with.
 * @throws DomainError four_eyes_required (conflict)
 */
export async function requireOtherThan(person: string, acting: Actor, details: Details = {}) {
  if (!(await isSamePerson(person, acting))) return requireIntroducedApart(person, acting, details);
  throw samePerson(`${person} was responsible for the step before this one, and is for ${acting.actor}.`, details);
}

/**
 * True where one person is behind both: the same client, or two for which the same person may be responsible. It says who
 * has a right to what is theirs; whether two people are two, `requireAnotherPerson` and `mayBeSamePerson` decide.
 */
export async function isSamePerson(first: string, { actor, peopleBehind }: Actor): Promise<boolean> {
  if (first === actor) return true;
  return meet(await peopleBehind(first), await peopleBehind(actor));
}

/** True where one person may be behind both: also as the one who made the link by which the other's key was registered. */
export async function mayBeSamePerson(first: string, acting: Actor): Promise<boolean> {
  return (await isSamePerson(first, acting)) || (await sharedIntroduction(first, acting)) !== null;
}

/** True where the person who acts may be a second key of this person, who made the link to it. */
export async function mayActFor(person: string, { actor, peopleBehind, introductionsOf }: Actor): Promise<boolean> {
  const behind = await introductionsOf(await peopleBehind(actor));
  return meet(await everyoneOf(behind, { peopleBehind }), await peopleBehind(person));
}

/** @throws DomainError four_eyes_required (conflict) */
async function requireIntroducedApart(first: string, acting: Actor, details: Details): Promise<void> {
  const shared = await sharedIntroduction(first, acting);
  if (shared === null) return;
  throw refuse(
    kernelRefusals.four_eyes_required,
    `${shared.person} was invited by ${shared.by} alone, so that one person may hold both keys. Let a second administrator ` +
      `confirm ${shared.person} (confirmPerson), or an operator on the machine (umoja person confirm); or let another ` +
      `person’s client do it.`,
    details,
  );
}

/** The introduction by which one person may be behind both; null where there is none. */
async function sharedIntroduction(
  first: string,
  { actor, peopleBehind, introductionsOf }: Actor,
): Promise<Introduction | null> {
  const [ones, others] = [await peopleBehind(first), await peopleBehind(actor)];
  const [toOnes, toOthers] = [await introductionsOf(ones), await introductionsOf(others)];
  const allOnes = [...ones, ...(await everyoneOf(toOnes, { peopleBehind }))];
  for (const each of toOthers) if (meet(await peopleBehind(each.by), allOnes)) return each;
  for (const each of toOnes) if (meet(await peopleBehind(each.by), others)) return each;
  return null;
}

/** Who has introduced, by every reference that they have had. */
async function everyoneOf(introductions: readonly Introduction[], { peopleBehind }: Pick<Actor, 'peopleBehind'>) {
  const found: string[] = [];
  for (const by of new Set(introductions.map((each) => each.by))) found.push(...(await peopleBehind(by)));
  return found;
}

function meet(ones: readonly string[], others: readonly string[]): boolean {
  const keys = new Set(ones.map(identifierKey));
  return others.some((other) => keys.has(identifierKey(other)));
}

const samePerson = (because: string, details: Details): DomainError =>
  refuse(kernelRefusals.four_eyes_required, `${because} Let another person’s client do it.`, details);

/**
 * How far two people have come with a command: it is one person's; it is one person's and may be proposed; or it was
 * proposed by one and approved by another, and is carried out now.
 */
export type Agreement = 'none' | 'awaited' | 'reached';
export type Agreeing = Partial<RoleLimited> & { readonly agreement: Agreement };

/** What takes two people, and why. */
export type Demand = {
  /** The record that the command changes. */
  readonly subject: { readonly type: string; readonly id: number; readonly uuid: string };
  /** Why it takes two people, in a sentence. */
  readonly rule: string;
  /** What moves, as far as the roles of who approves limit it: minor units; left out where no amount decides. */
  readonly amount?: Cents;
  /** Which payment, where several to the record may wait beside each other. */
  readonly paymentKey?: string;
  /** What the command leaves open, as it was decided: the proposal carries it, and approving does exactly that. */
  readonly settled?: { readonly [field: string]: DetailValue };
};

/**
 * Money leaves, or a balance moves out: together with another person where the institution wants two, and within what the
 * roles of who acts let out where it does not.
 * @throws SecondPersonRequired; DomainError four_eyes_required (conflict), role_limit_exceeded (forbidden)
 */
export function requireMovable(
  ports: Agreeing & { readonly fourEyes: boolean },
  demand: Demand & { readonly amount: Cents },
): void {
  if (ports.fourEyes) requireAgreement(ports, demand);
  else requireWithinRole('disburse', demand.amount, ports);
}

/** What a command ends with where it is one person's and takes two: it is proposed. No caller sees it. */
export class SecondPersonRequired extends Error {
  readonly demand: Demand;

  constructor(demand: Demand) {
    super(demand.rule);
    this.name = 'SecondPersonRequired';
    this.demand = demand;
  }
}

/**
 * The command takes two people. Called when everything else of it was checked: what would be refused is not proposed.
 * @throws SecondPersonRequired where it may be proposed; DomainError four_eyes_required (conflict) where not,
 *   role_limit_exceeded (forbidden) where who approves may not approve so much
 */
export function requireAgreement({ agreement, personalLimits = null }: Agreeing, demand: Demand): void {
  if (agreement === 'reached') {
    if (demand.amount !== undefined) requireWithinRole('approve', demand.amount, { personalLimits });
    return;
  }
  if (agreement === 'awaited') throw new SecondPersonRequired(demand);
  const { type, id } = demand.subject;
  throw refuse(kernelRefusals.four_eyes_required, `${demand.rule} It can’t be done in this way.`, {
    resource: type,
    id: String(id),
  });
}
