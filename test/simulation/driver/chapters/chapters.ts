import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Random } from '../random.ts';
import type { Go } from '../tour.ts';
import { clients } from './clients.ts';
import { duel, people, twoPeople } from './people.ts';
import { apps, strangers, webhooks } from './partners.ts';
import { holds, sponsors } from './promises.ts';
import { fees, marks, studies } from './school.ts';
import { alerts, death, floats, guarantees, loans, members, mobileMoney, savings } from './society.ts';
import { bankDays, breaks, periods, proposals } from './statements.ts';

const chapters = {
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
  duel,
  clients,
  holds,
  sponsors,
  breaks,
  bankDays,
  periods,
  proposals,
};

/**
 * Short stories that chance would not tell: what comes of a member's death, of a loan that is written off, of a webhook
 * that fails. Each is one command, and the seed says which come, and in which order. What is refused is refused.
 */
export async function tellChapters(
  known: Knowledge,
  random: Random,
  go: Go,
  office: Office,
  only: (name: string) => boolean = () => true,
): Promise<void> {
  const left = Object.entries(chapters).flatMap(([name, chapter]) => (only(name) ? [chapter] : []));
  while (left.length > 0) {
    const [chapter] = left.splice(random.between(0, left.length - 1), 1);
    await chapter!(known, go, office);
  }
}
