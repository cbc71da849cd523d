import type { Cents } from '../kernel/money.ts';
import { namesOf } from '../kernel/names.ts';
import type { PersonalLimits } from '../kernel/personal-limits.ts';
import { mayBeSamePerson, type Actor } from '../kernel/two-people.ts';
import { PROPOSED, PROPOSED_COMMANDS, type ProposedCommand } from './commands.ts';

/** What waits for a second person, by how it is decided. */
export const WAITING = {
  proposal: 'A command was proposed: it is carried out once another person approves it.',
  loan_application:
    'A member has applied for a loan: a person approves it, where two are wanted another one than took the application.',
  savings_account_opening:
    'A savings account was opened: a person approves it, where two are wanted another one than opened it.',
  disbursement_outcome: 'A person says what became of a disbursement in review: another one has to agree.',
  payout_finding: 'A person says what became of a payout of an app in review: another one has to find the same.',
  collection_finding:
    'A person says what became of a collection of an app in review: another one has to find the same.',
  mobile_money_return: 'A person says that money in suspense has to go back to its payer: another one has to agree.',
  alert_report:
    'A person has escalated an alert: another one files the report with the authority, or closes the alert.',
  key_replacement: 'An administrator has made a link that replaces the key of a person: another one has to agree.',
  introduction:
    'A person has joined by a link that one administrator made: another one says that they are who holds the key.',
  class_results:
    'Marks of a class were handed in: a person publishes them, where two are wanted another one than entered or submitted them.',
} as const;
export type WaitingKind = keyof typeof WAITING;
export const WAITING_KINDS = namesOf(WAITING);

/** What each needs of who decides, beside the scope of a proposal's own command. */
export const DECIDING_SCOPES: { readonly [K in WaitingKind]: string } = {
  proposal: 'approvals:write',
  loan_application: 'loans:write',
  savings_account_opening: 'savings_accounts:write',
  disbursement_outcome: 'disbursements:write',
  payout_finding: 'mobile_money:write',
  collection_finding: 'mobile_money:write',
  mobile_money_return: 'mobile_money:write',
  alert_report: 'aml_alerts:write',
  key_replacement: 'people:write',
  introduction: 'people:write',
  class_results: 'results:write',
};

/** What a reader sees of all that waits. */
export type SeenApprovals = { readonly commands: readonly ProposedCommand[]; readonly kinds: readonly WaitingKind[] };

/**
 * What a person with these scopes sees of what waits, beside `approvals:read`: what is about records that they may read. Who
 * oversees the institution (`audit:read`) sees all of it: null.
 */
export function seenApprovals(scopes: readonly string[]): SeenApprovals | null {
  const seen = seenOf(scopes);
  if (!scopes.includes('audit:read')) return seen;
  const withheld = BY_SCOPE_ALONE.filter((kind) => !seen.kinds.includes(kind));
  if (withheld.length === 0) return null;
  return {
    commands: PROPOSED_COMMANDS,
    kinds: WAITING_KINDS.filter((kind) => kind !== 'proposal' && !withheld.includes(kind)),
  };
}

/**
 * What overseers see by their scopes alone, as everyone does: of whom something is suspected, compliance tells; and marks
 * before their publication are for those who keep marks.
 */
const BY_SCOPE_ALONE: readonly WaitingKind[] = ['alert_report', 'class_results'];

/** What is there for none but those who write such records: who reads results knows of those that were published. */
const FOR_KEEPERS: readonly WaitingKind[] = ['class_results'];

function seenOf(scopes: readonly string[]): SeenApprovals {
  const readable = (scope: string) => scopes.includes(scope) || scopes.includes(scope.replace(/:write$/, ':read'));
  return {
    commands: PROPOSED_COMMANDS.filter((command) => PROPOSED[command].scopes.every(readable)),
    kinds: WAITING_KINDS.filter((kind) => {
      const scope = DECIDING_SCOPES[kind];
      return kind !== 'proposal' && (FOR_KEEPERS.includes(kind) ? scopes.includes(scope) : readable(scope));
    }),
  };
}

/**
 * What waits about people who work here, about suspicions, or of marks: a client sees it by its scopes alone, as a person
 * does.
 */
const CONFIDENTIAL: readonly WaitingKind[] = [...BY_SCOPE_ALONE, 'key_replacement', 'introduction'];

/** What a client sees that may read approvals: all but what is confidential and not its own to read. */
export function seenByClient(scopes: readonly string[]): SeenApprovals {
  const { kinds } = seenOf(scopes);
  return {
    commands: PROPOSED_COMMANDS,
    kinds: WAITING_KINDS.filter(
      (kind) => kind !== 'proposal' && (!CONFIDENTIAL.includes(kind) || kinds.includes(kind)),
    ),
  };
}

/** Why a person who looks at it can't agree to it. */
export const OBSTACLES = {
  own: 'You have proposed, requested or changed it yourself, or the person who has is responsible for your client.',
  scope: 'Your scopes don’t include what deciding it takes.',
  limit: 'It is more than your roles approve in one step.',
  no_person: 'It takes a person, or a client for which a person is named.',
} as const;
export type Obstacle = keyof typeof OBSTACLES;

/** What waits, as far as it decides who may agree to it. */
export type Awaiting = {
  readonly kind: WaitingKind;
  readonly proposedBy: string;
  /**
   * Who else has a part in it: who answered for the proposer then, who requested the payment, who changed the application,
   * who entered the marks of a class. Each is who made one part of it, together.
   */
  readonly makers: readonly (readonly string[])[];
  /** Minor units; null where no amount decides. */
  readonly amount: Cents | null;
};

/** Who looks at what waits. */
export type Viewer = Actor & {
  readonly scopes: readonly string[];
  readonly personalLimits: PersonalLimits | null;
  /** Applications and accounts need another person than their maker. */
  readonly twoPeople: boolean;
  /** Marks need another person than who entered and submitted them. */
  readonly twoPeopleOnResults: boolean;
  /** Lecturers release no marks. */
  readonly isLecturer: boolean;
  /** A client for which no person is named counts as nobody. */
  readonly namedPeopleOnly: boolean;
  readonly namedFor: (actor: string) => Promise<string | null>;
};

/** Kinds that one person may make and approve, where the institution wants no two. */
const OF_ONE_OR_TWO: readonly WaitingKind[] = ['loan_application', 'savings_account_opening'];

/**
 * Why the viewer can't agree to it; null where they can. It foretells what the decision checks again.
 * @param scopes everything that deciding it takes
 */
export async function obstacleTo(
  { kind, proposedBy, makers, amount }: Awaiting,
  scopes: readonly string[],
  viewer: Viewer,
): Promise<Obstacle | null> {
  if (scopes.some((scope) => !viewer.scopes.includes(scope))) return 'scope';
  if (kind === 'class_results') return obstacleToMarks({ proposedBy, makers }, viewer);
  const limit = viewer.personalLimits?.approve ?? null;
  if (limit !== null && amount !== null && amount > limit) return 'limit';
  if (OF_ONE_OR_TWO.includes(kind) && !viewer.twoPeople) return null;
  for (const maker of [proposedBy, ...makers.flat()]) if (await mayBeSamePerson(maker, viewer)) return 'own';
  if (kind !== 'proposal' || !viewer.namedPeopleOnly) return null;
  const named = await Promise.all([proposedBy, viewer.actor].map((each) => viewer.namedFor(each)));
  return named.includes(null) ? 'no_person' : null;
}

/** Each result is decided by itself: who entered a part of the marks of a class, and did not submit them, releases the others. */
async function obstacleToMarks(
  { proposedBy, makers }: Pick<Awaiting, 'proposedBy' | 'makers'>,
  viewer: Viewer,
): Promise<Obstacle | null> {
  if (viewer.isLecturer) return 'scope';
  if (!viewer.twoPeopleOnResults) return null;
  if (await mayBeSamePerson(proposedBy, viewer)) return 'own';
  for (const together of makers) if (!(await isAmong(together, viewer))) return null;
  return 'own';
}

async function isAmong(makers: readonly string[], viewer: Viewer): Promise<boolean> {
  for (const maker of makers) if (await mayBeSamePerson(maker, viewer)) return true;
  return false;
}
