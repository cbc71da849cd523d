import type { Knowledge } from '../history.ts';
import type { Random } from '../random.ts';
import type { Go } from '../tour.ts';
import { apps, strangers, webhooks } from './partners.ts';
import { fees, marks, studies } from './school.ts';
import { alerts, death, floats, guarantees, loans, members, mobileMoney, savings } from './society.ts';

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
};

/**
 * Short stories that chance would not tell: what comes of a member's death, of a loan that is written off, of a webhook
 * that fails. Each is one command, and the seed says which come, and in which order. What is refused is refused.
 */
export async function tellChapters(known: Knowledge, random: Random, go: Go): Promise<void> {
  const left = Object.values(chapters);
  while (left.length > 0) {
    const [chapter] = left.splice(random.between(0, left.length - 1), 1);
    await chapter!(known, go);
  }
}
