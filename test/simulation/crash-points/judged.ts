import pg from 'pg';
import { judge } from '#platform/judge/judge.ts';
import type { DatabaseSettings } from '#platform/postgres/database.ts';

/** How often the judge says each of its sentences, without the names and numbers in them. */
export type Judged = ReadonlyMap<string, number>;

/** Ids, amounts, times and names of records differ from one run of a command to the next. */
const OF_ONE_RUN = /[0-9a-f]{8}-[0-9a-f-]{27}|\d[\d.,:TZ-]*/gi;

/** What the judge finds in a database now. What a sandbox’s provider made of sealed numbers is not judged. */
export async function judgedOf({ adminUrl }: Pick<DatabaseSettings, 'adminUrl'>): Promise<Judged> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'umoja judge' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const { findings } = await judge(async (text, params) => (await client.query(text, [...(params ?? [])])).rows);
    const said = Map.groupBy(findings, ({ rule, sentence }) => `${rule}: ${sentence.replaceAll(OF_ONE_RUN, '#')}`);
    return new Map([...said].map(([sentence, { length }]) => [sentence, length]));
  } finally {
    await client.end();
  }
}

/** What is said more often than before. */
export function newFindings(before: Judged, now: Judged): string[] {
  return [...now].flatMap(([sentence, times]) => (times > (before.get(sentence) ?? 0) ? [sentence] : []));
}
