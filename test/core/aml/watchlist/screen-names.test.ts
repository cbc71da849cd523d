import { describe, expect, it } from 'vitest';
import { memberSubject, nomineeSubject } from '#core/aml/alert/aml-alert.ts';
import { markAmlAlertFalsePositive } from '#core/aml/use-cases/review-alert.ts';
import { screenNames } from '#core/aml/use-cases/screen-names.ts';
import { nameKey } from '#core/aml/watchlist/names.ts';
import type { WatchlistEntry } from '#core/aml/watchlist/watchlist.ts';
import { amlInMemory } from '../../../support/aml-ports.ts';

const entry = (name: string, change: Partial<WatchlistEntry> = {}): WatchlistEntry => ({
  id: 1,
  list: 'un',
  sourceId: 'KEi.001',
  kind: 'sanction',
  revision: 1,
  names: [name],
  births: [],
  countries: [],
  idNumbers: [],
  ...change,
});
const member = (name: string, born: string | null = null) => [
  { subject: memberSubject(1), person: { name, born, idNumber: null } },
];

/** The rules that a name trips against one entry. */
async function tripped(name: string, listed: WatchlistEntry) {
  const { ports, entries, alerts } = amlInMemory();
  entries.push(listed);
  await screenNames(member(name), ports);
  return alerts.map(({ ruleId, holds }) => `${ruleId}${holds ? ', held' : ''}`);
}

describe('The rule of exact matches with a list of sanctions', () => {
  it('trips on the same name in another order and holds money', async () => {
    expect(await tripped('Otieno JOHN', entry('John Otieno'))).toEqual(['sanctions_exact, held']);
  });
  it('does not trip on a name with a letter more', async () => {
    expect(await tripped('John Otienoo', entry('John Otieno'))).toEqual(['sanctions_fuzzy']);
  });
});

describe('The rule of similar names on a list of sanctions', () => {
  it('trips at 90 per cent and holds nothing', async () => {
    expect(await tripped('Mohammed Hasan', entry('Muhammad Hassan'))).toEqual(['sanctions_fuzzy']);
  });
  it('does not trip below', async () => {
    expect(await tripped('Mohammed Hussein', entry('Muhammad Hassan'))).toEqual([]);
  });
});

describe('The rule of exposed persons', () => {
  it('trips on the name and holds nothing', async () => {
    expect(await tripped('John Otieno', entry('John Otieno', { kind: 'pep' }))).toEqual(['pep']);
  });
  it('does not trip on a name that only resembles it', async () => {
    expect(await tripped('John Otieno', entry('Johan Otenyo', { kind: 'pep' }))).toEqual([]);
  });
});

describe('A person without a match', () => {
  it('asks for nothing beyond the candidates', async () => {
    const { ports } = amlInMemory();
    const watchlists = { ...ports.watchlists, knownMatches: () => Promise.reject(new Error('asked')) };
    expect((await screenNames(member('John Otieno'), { ...ports, watchlists })).result).toEqual([]);
  });
});

describe('A member with two nominees of one name', () => {
  it('raises one alert for them', async () => {
    const { ports, entries, alerts } = amlInMemory();
    entries.push(entry('John Otieno'));
    const nominee = (name: string) => ({
      subject: nomineeSubject(1, nameKey(name)),
      person: { name, born: null, idNumber: null },
    });
    await screenNames([nominee('John Otieno'), nominee('Otieno JOHN')], ports);
    expect(alerts.length).toBe(1);
  });
});

describe('A pair that was cleared', () => {
  async function cleared() {
    const society = amlInMemory();
    society.entries.push(entry('John Otieno'));
    await screenNames(member('John Otieno'), society.ports);
    await markAmlAlertFalsePositive({ alertId: 1, reason: 'Another John Otieno' }, society.ports);
    return society;
  }

  it('is no alert again', async () => {
    const { ports, alerts } = await cleared();
    expect((await screenNames(member('John  OTIENO'), ports)).result).toEqual([]);
    expect(alerts.length).toBe(1);
  });

  it('is one again where the publisher changes the entry', async () => {
    const { ports, alerts, entries } = await cleared();
    entries.splice(0, 1, entry('John Otieno', { revision: 2 }));
    await screenNames(member('John Otieno'), ports);
    expect(alerts.length).toBe(2);
  });

  it('is one again where the member’s particulars change', async () => {
    const { ports, alerts } = await cleared();
    await screenNames(member('John Otieno', '1970-01-01'), ports);
    expect(alerts.length).toBe(2);
  });
});
