import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Random } from '../random.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { ownLimits, partnerKeys, payouts, silentReceivers, tariffs } from './bridge.ts';
import { clients } from './clients.ts';
import { clocks, sanctions } from './compliance.ts';
import { graphReaders } from './graph-readers.ts';
import { erasures, estates, guarantors } from './estates.ts';
import { duel, people, twoPeople } from './people.ts';
import { apps, strangers, webhooks } from './partners.ts';
import { openings, returns } from './openings.ts';
import { holds, sponsors } from './promises.ts';
import { otherAmounts, secondThoughts, waiting } from './provider.ts';
import { otherSandbox } from './sandbox.ts';
import { feeLoans, standards } from './school-fees.ts';
import { losses, seasons, undecided } from './seasons.ts';
import { fees, marks, studies } from './school.ts';
import { alerts, death, floats, guarantees, loans, members, mobileMoney, savings } from './society.ts';
import { bankDays, breaks, periods, proposals } from './statements.ts';
import { readers } from './readers.ts';
import { contradictions, prompts, suspense, topUps } from './suspense.ts';
import { reported, takenBack } from './taken-back.ts';
import { lateness, moneyBack, sittings } from './terms.ts';
import { twoClients } from './two-clients.ts';

/** A short story. */
type Chapter = (known: Knowledge, go: Go, office: Office, time: Time) => Promise<void>;

const chapters: Readonly<Record<string, Chapter>> = {
  members,
  death,
  loans,
  guarantees,
  savings,
  mobileMoney,
  floats,
  alerts,
  webhooks,
  apps,
  strangers,
  studies,
  fees,
  marks,
  people,
  twoPeople,
  twoClients,
  duel,
  clients,
  holds,
  sponsors,
  breaks,
  bankDays,
  periods,
  proposals,
  estates,
  guarantors,
  erasures,
  seasons,
  undecided,
  losses,
  suspense,
  prompts,
  topUps,
  contradictions,
  payouts,
  tariffs,
  partnerKeys,
  ownLimits,
  silentReceivers,
  feeLoans,
  standards,
  sanctions,
  clocks,
  openings,
  returns,
  secondThoughts,
  otherAmounts,
  waiting,
  otherSandbox,
  lateness,
  moneyBack,
  sittings,
  takenBack,
  reported,
  readers,
  graphReaders,
};

export const chapterNames: readonly string[] = Object.keys(chapters);

type Telling = {
  readonly known: Knowledge;
  readonly random: Random;
  readonly go: Go;
  readonly office: Office;
  readonly time: Time;
  readonly only?: (name: string) => boolean;
};

/**
 * Short stories that chance would not tell: what comes of a member's death, of a loan that is written off, of a webhook
 * that fails. Each is one command, and the seed says which come, and in which order. What is refused is refused.
 */
export async function tellChapters({ known, random, go, office, time, only = () => true }: Telling): Promise<void> {
  const left = Object.entries(chapters).flatMap(([name, chapter]) => (only(name) ? [chapter] : []));
  while (left.length > 0) {
    const [chapter] = left.splice(random.between(0, left.length - 1), 1);
    await chapter!(known, go, office, time);
  }
}
