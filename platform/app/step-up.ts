import { refuse, type DomainError } from '#core/kernel/domain-error.ts';
import { peopleRefusals } from '#core/people/refusals.ts';
import { STEP_UP_MINUTES } from '#core/people/session/session.ts';
import type { Caller } from '../auth/caller.ts';

/** Commands before which a person shows the key again, by the names that audit rows have for them. */
export const SENSITIVE: ReadonlySet<string> = new Set([
  // Approvals of money.
  'approveLoan',
  'approveProposal',
  'approveDisbursementOutcome',
  'refinanceLoan',
  'chargeOffLoan',
  'writeOffLoan',
  'undoLoanWriteOff',
  'approveMobileMoneyReturn',
  'returnMobileMoney',
  'correctMobileMoney',
  'approveSavingsAccount',
  'reviewPayout',
  'reviewCollection',
  // What no step takes back: the personal data of a person, cleared for good.
  'eraseMember',
  'eraseStudent',
  // A command line that acts as the person from then on.
  'confirmLogin',
  // Roles, and keys of people.
  'invitePerson',
  'invitePersonAgain',
  'confirmInvitation',
  'confirmPerson',
  'assignBranches',
  'assignClients',
  'assignRoles',
  'assignUnits',
  'suspendPerson',
  'resumePerson',
  'dismissPerson',
  // What the institution has decided.
  'changePolicies',
  'changeRoleLimit',
  // Secrets, and what clients may do.
  'createClient',
  'changeClient',
  'changeClientResponsible',
  'changeClientQuotas',
  'changeAppTariff',
  'changeAppAccountPrefix',
  'enableClient',
  'rotateClientSecret',
  'addClientKey',
  'registerWebhook',
  'changeWebhook',
  'rotateWebhookSecret',
  // What happened in a month, sent once more.
  'enableWebhook',
  'recoverWebhook',
  'resendDelivery',
]);

/** Of these, what people do with a token, too: what counts there is the key that was shown in the session of the token. */
const WITH_TOKENS: readonly string[] = ['eraseMember', 'eraseStudent'];

/**
 * What is sensitive takes a key that was shown a moment ago: an unattended browser does none of it. Clients have no key to
 * show, and are not asked for one.
 * @throws DomainError step_up_required (forbidden)
 */
export function requireSteppedUp(command: string, { person }: Pick<Caller, 'person'>): void {
  if (person === undefined || !SENSITIVE.has(command)) return;
  if (WITH_TOKENS.includes(command)) requireKeyShown({ person });
  else if (!person.steppedUp) throw stepUpRequired();
}

/**
 * The same for a read that takes away all that is held of a person. It has no page of its own: people make it with a token, so
 * what counts is the session in which that was made, whose person showed the key a moment ago.
 * @throws DomainError step_up_required (forbidden)
 */
export function requireKeyShown({ person }: Pick<Caller, 'person'>): void {
  if (person === undefined || person.steppedUp || person.keyShownInSession === true) return;
  throw stepUpRequired();
}

function stepUpRequired(): DomainError {
  return refuse(
    peopleRefusals.step_up_required,
    `This takes a key that was shown in the last ${STEP_UP_MINUTES} minutes. Show it, then make the same request again.`,
  );
}
