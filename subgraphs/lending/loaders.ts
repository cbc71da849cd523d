import DataLoader from 'dataloader';
import type { LoanOffer } from '#core/lending/use-cases/offer-loans.ts';
import type { App } from '#platform/app/compose.ts';
import type { ClientsSeen, FeedReader, Period, SeriesWanted, View } from '#platform/app/views.ts';
import { byNumbers, byUuids, childrenOf, numbered, recordsOf, slicesOf, talliesOf } from '../batches.ts';
import type { Read } from '../reading.ts';

/** Everything that the resolvers of lending read, in batches. Made for each request and again after each mutation. */
export function lendingLoaders(read: Read, reader: FeedReader, clients: ClientsSeen, questions: Questions) {
  return {
    actorNames: new DataLoader<string, string | null>((actors) => read((views) => views.people.namesOf(actors))),
    ...answersTo(questions),
    ...loanLoaders(read),
    ...moneyLoaders(read),
    ...bookLoaders(read),
    ...savingsLoaders(read),
    ...webhookLoaders(read, clients),
    own: ownLoaders(read, reader),
    nodes: byUuids(read, (views, uuids) => views.nodes.byUuids(uuids)),
    changes: byNumbers(read, (views, sequences) => views.changes.at(reader, sequences)),
  };
}

/** A question to the application of one caller about many. */
type Asked<Question extends (caller: never, keys: never) => Promise<unknown>> = (
  keys: Parameters<Question>[1],
) => ReturnType<Question>;
/** What is no view: the rules of the trade answer it. */
type Questions = {
  readonly obstaclesTo: Asked<App['approvals']['obstaclesTo']>;
  readonly quotesOfLoans: Asked<App['lending']['quotesOfLoans']>;
  readonly lookAtEstates: Asked<App['deathClaims']['lookAtEstates']>;
};
type Each<Answers extends (keys: never) => Promise<readonly unknown[]>> = Awaited<ReturnType<Answers>>[number];

/** Answers of the application: one transaction for each batch, whatever its size. */
function answersTo({ obstaclesTo, quotesOfLoans, lookAtEstates }: Questions) {
  return {
    obstacles: new DataLoader<View<'waiting'>, Each<Questions['obstaclesTo']>>(obstaclesTo),
    quotesOfLoan: new DataLoader<number, Each<Questions['quotesOfLoans']>>(quotesOfLoans),
    estateOfClaim: new DataLoader<number, Each<Questions['lookAtEstates']>>(lookAtEstates),
  };
}

function loanLoaders(read: Read) {
  return {
    branches: recordsOf(read, (views) => views.branches),
    members: recordsOf(read, (views) => views.members),
    membersByNumber: numbered(
      read,
      (views, numbers) => views.members.byNumbers(numbers),
      ({ memberNo }) => memberNo,
    ),
    deathClaims: byUuids(read, (views, uuids) => views.deathClaims.byUuids(uuids)),
    products: recordsOf(read, (views) => views.products),

    loans: recordsOf(read, (views) => views.loans),
    loansByNumber: numbered(
      read,
      (views, numbers) => views.loans.byNumbers(numbers),
      ({ loanNo }) => loanNo,
    ),
    loansOfMember: slicesOf(
      read,
      (views, memberIds, slice) => views.loans.sliceOfMembers(memberIds, slice),
      ({ memberId }) => memberId,
    ),
    loanCountOfMember: talliesOf(read, (views, memberIds) => views.loans.countOfMembers(memberIds)),
    scheduleOfLoan: childrenOf(
      read,
      (views, loanIds) => views.instalments.ofLoans(loanIds),
      ({ loanId }) => loanId,
    ),

    guarantees: byUuids(read, (views, uuids) => views.guarantees.byUuids(uuids)),
    guaranteesOfLoan: childrenOf(
      read,
      (views, loanIds) => views.guarantees.ofLoans(loanIds),
      ({ loanId }) => loanId,
    ),
    liveGuaranteesOfMember: childrenOf(
      read,
      (views, memberIds) => views.guarantees.liveOfMembers(memberIds),
      ({ memberId }) => memberId,
    ),
  };
}

function moneyLoaders(read: Read) {
  return {
    mobileMoney: byUuids(read, (views, uuids) => views.mobileMoney.byUuids(uuids)),
    receiptSplits: byUuids(read, (views, uuids) => views.receiptSplits.byUuids(uuids)),
    reconciliations: recordsOf(read, (views) => views.reconciliations),
    breaks: byUuids(read, (views, uuids) => views.breaks.byUuids(uuids)),
    amlAlerts: byUuids(read, (views, uuids) => views.amlAlerts.byUuids(uuids)),

    floatsOfApp: childrenOf(
      read,
      (views, appIds) => views.bridge.institution.floatsOf(appIds),
      ({ appId }) => appId,
    ),
    disbursements: byUuids(read, (views, uuids) => views.disbursements.byUuids(uuids)),
    disbursementsOfLoan: slicesOf(
      read,
      (views, loanIds, slice) => views.disbursements.sliceOfLoans(loanIds, slice),
      ({ loanId }) => loanId,
    ),
    disbursementCountOfLoan: talliesOf(read, (views, loanIds) => views.disbursements.countOfLoans(loanIds)),

    pendingApprovals: byUuids(read, (views, uuids) => views.waiting.byUuids(uuids)),
    pendingApprovalsOf: pendingOf(read),
    pendingApprovalsOfResult: childrenOf(
      read,
      (views, resultIds: readonly string[]) => views.waiting.ofResults(resultIds),
      ({ askedFor }) => askedFor ?? '',
    ),
    proposals: byUuids(read, (views, uuids) => views.proposals.byUuids(uuids)),
    floatTopUps: byUuids(read, (views, uuids) => views.floatTopUps.byUuids(uuids)),
    incidents: byUuids(read, (views, uuids) => views.incidents.byUuids(uuids)),

    repayments: byUuids(read, (views, uuids) => views.repayments.byUuids(uuids)),
    repaymentsOfLoan: slicesOf(
      read,
      (views, loanIds, slice) => views.repayments.sliceOfLoans(loanIds, slice),
      ({ loanId }) => loanId,
    ),
    repaymentCountOfLoan: talliesOf(read, (views, loanIds) => views.repayments.countOfLoans(loanIds)),

    agents: byUuids(read, (views, uuids) => views.agents.byUuids(uuids)),
    agentsByNumber: numbered(
      read,
      (views, numbers) => views.agents.byNumbers(numbers),
      ({ agentNo }) => agentNo,
    ),

    floatSeriesIn: floatSeriesIn(read),

    /** A school's own record: only that it exists for the caller. */
    invoices: byUuids(read, (views, uuids) => views.invoices.byUuids(uuids)),
    offersOf: offersOf(read),
  };
}

function bookLoaders(read: Read) {
  return {
    holdersOfSubAccount: numbered(
      read,
      (views, subAccounts) => views.ledger.holdersOf(subAccounts),
      ({ of }) => of,
    ),
    journals: recordsOf(read, (views) => views.journals),
    entriesOfTrail: byUuids(read, (views, uuids) => views.life.byUuids(uuids)),
    originOf: childrenOf(
      read,
      (views, uuids: readonly string[]) => views.life.originsOf(uuids),
      ({ subjectUuid }) => subjectUuid,
    ),
    linesOfJournal: childrenOf(
      read,
      (views, journalIds) => views.journals.linesOf(journalIds),
      ({ journalId }) => journalId,
    ),
    undoingOfJournal: childrenOf(
      read,
      (views, journalIds) => views.journals.undoing(journalIds),
      ({ reversalOf }) => reversalOf ?? 0,
    ),
  };
}

function savingsLoaders(read: Read) {
  return {
    savingsAccounts: byUuids(read, (views, uuids) => views.savingsAccounts.byUuids(uuids)),
    savingsAccountsById: recordsOf(read, (views) => views.savingsAccounts).byId,
    savingsAccountsOfMember: slicesOf(
      read,
      (views, memberIds, slice) => views.savingsAccounts.sliceOfMembers(memberIds, slice),
      ({ memberId }) => memberId,
    ),
    savingsAccountCountOfMember: talliesOf(read, (views, memberIds) => views.savingsAccounts.countOfMembers(memberIds)),
    savingsProducts: recordsOf(read, (views) => views.savingsProducts),
    savingsTransactions: byUuids(read, (views, uuids) => views.savingsTransactions.byUuids(uuids)),
    transactionsOfSavingsAccount: forEach((days: Period) =>
      slicesOf(
        read,
        (views, accountIds, slice) => views.savingsTransactions.sliceOfAccounts(accountIds, slice, days),
        ({ accountId }) => accountId,
      ),
    ),
    transactionCountOfSavingsAccount: forEach((days: Period) =>
      talliesOf(read, (views, accountIds) => views.savingsTransactions.countOfAccounts(accountIds, days)),
    ),
  };
}

function webhookLoaders(read: Read, of: ClientsSeen) {
  return {
    webhooks: byUuids(read, (views, uuids) => views.webhooks.byUuids(uuids, of)),
    webhookDeliveries: byUuids(read, (views, uuids) => views.webhookDeliveries.byUuids(uuids, of)),
    clients: byUuids(read, (views, uuids) => views.clients.byUuids(uuids, of)),
    webhooksOfClient: childrenOf(
      read,
      (views, clientIds) => views.webhooks.ofClients(clientIds),
      ({ clientId }) => clientId,
    ),
    deliveriesOfWebhook: forEach((states: States) =>
      slicesOf(
        read,
        (views, webhookIds, slice) => views.webhookDeliveries.sliceOfWebhooks(webhookIds, states, slice),
        ({ webhookId }) => webhookId,
      ),
    ),
    deliveryCountOfWebhook: forEach((states: States) =>
      talliesOf(read, (views, webhookIds) => views.webhookDeliveries.countOfWebhooks(webhookIds, states)),
    ),
    attemptsOfDelivery: childrenOf(
      read,
      (views, deliveryIds) => views.webhookDeliveries.attemptsOf(deliveryIds),
      ({ deliveryId }) => deliveryId,
    ),
  };
}

/** What belongs to the caller as an app of the payment bridge: of those of other apps nothing is found. */
function ownLoaders(read: Read, { clientId }: FeedReader) {
  return {
    payouts: byUuids(read, ({ bridge }, uuids) => bridge.payouts.byUuids(clientId, uuids)),
    collections: byUuids(read, ({ bridge }, uuids) => bridge.collections.byUuids(clientId, uuids)),
    refunds: byUuids(read, ({ bridge }, uuids) => bridge.refunds.byUuids(clientId, uuids)),
    topUps: byUuids(read, ({ bridge }, uuids) => bridge.topups.byUuids(clientId, uuids)),
  };
}

/** States of which something is read; null for all. */
type States = readonly string[] | null;

/** A loader for each choice, of states or of days, that a request asks for. */
function forEach<Choice, Loader>(make: (choice: Choice) => Loader) {
  const made = new Map<string, Loader>();
  return (choice: Choice): Loader => {
    const key = JSON.stringify(choice);
    const loader = made.get(key) ?? make(choice);
    made.set(key, loader);
    return loader;
  };
}

/** What is lent on amounts, by the term that is asked for. */
function offersOf(read: Read) {
  const byTerm = new Map<number | null, DataLoader<bigint, readonly LoanOffer[]>>();
  return (termMonths: number | null) => {
    const known = byTerm.get(termMonths);
    if (known) return known;
    const loader = new DataLoader<bigint, readonly LoanOffer[]>((principals) =>
      read((views) => views.products.offersOn(principals, termMonths)),
    );
    byTerm.set(termMonths, loader);
    return loader;
  };
}

/** What waits on records, by their uuids. */
const pendingOf = (read: Read) =>
  new DataLoader<string, readonly View<'waiting'>[]>(async (uuids) => {
    const found = await read((views) => views.waiting.ofSubjects(uuids));
    return uuids.map((uuid) => found.filter(({ subject, loan }) => subject.uuid === uuid || loan?.uuid === uuid));
  });

/** The float of agents over time, by the range that is asked for. */
function floatSeriesIn(read: Read) {
  const byRange = new Map<string, DataLoader<string, View<'series', 'floats'>>>();
  return (range: SeriesWanted) => {
    const key = JSON.stringify(range);
    const loader =
      byRange.get(key) ??
      new DataLoader<string, View<'series', 'floats'>>((agentNos) =>
        read((views) => views.series.floats(agentNos, range)),
      );
    byRange.set(key, loader);
    return loader;
  };
}

export type LendingLoaders = ReturnType<typeof lendingLoaders>;
