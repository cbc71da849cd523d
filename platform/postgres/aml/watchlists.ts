import type { AmlPorts } from '#core/aml/ports.ts';
import { nameWords, searchKeys } from '#core/aml/watchlist/names.ts';
import type { ScreenedPerson, WatchlistEntry, WatchlistKind } from '#core/aml/watchlist/watchlist.ts';
import { documentKey } from '#core/kernel/text.ts';
import type { TenantTransaction } from '../database.ts';
import { numbersInText } from '../privacy/keys/numbers-in.ts';

/** Entries that a name is compared with: those that share most words with it. */
const MOST_CANDIDATES = 100;
/** Words of a name that an entry has to share, or all of them where the name has fewer. */
const SHARED_WORDS = 2;

/** Lists of sanctions and of exposed persons, searched by the keys of words: no screening reads a list from end to end. */
export function watchlistsOf({ sql, sealing }: Pick<TenantTransaction, 'sql' | 'sealing'>): AmlPorts['watchlists'] {
  return {
    candidatesFor: async (people) => {
      const wanted = people.flatMap(wantedKeys);
      const rows = wanted.length === 0 ? [] : await sql<CandidateRow>(CANDIDATES, [JSON.stringify(wanted)]);
      const found = people.map((): WatchlistEntry[] => []);
      for (const row of rows) found[row.n]?.push(entryOf(row));
      return found;
    },
    knownMatches: async (subjects) => {
      const rows = await sql<MatchRow>(
        `select subject_key, watchlist_entry_id, watchlist_revision, compared_as from aml_alert
          where subject_key = any($1) and watchlist_entry_id is not null`,
        [subjects.map(({ key }) => numbersInText.sealed(key, sealing.sealAlike))],
      );
      const known = new Set(
        rows.map((row) =>
          JSON.stringify([row.subject_key, Number(row.watchlist_entry_id), row.watchlist_revision, row.compared_as]),
        ),
      );
      // What was compared has the birth date and the number of a document in it: its hash alone is stored.
      return ({ subjectKey, entryId, entryRevision, comparedAs }) =>
        known.has(
          JSON.stringify([
            numbersInText.sealed(subjectKey, sealing.sealAlike),
            entryId,
            entryRevision,
            sealing.hashOf('text', comparedAs),
          ]),
        );
    },
  };
}

/** The key under which the number of a document is found. */
export const documentSearchKey = (number: string): string => `n:${documentKey(number)}`;

/** What is looked for of one person: `word` is the place of the word in the name, -1 for the document. */
type WantedKey = { readonly n: number; readonly word: number; readonly key: string; readonly need: number };

function wantedKeys({ name, idNumber }: ScreenedPerson, n: number): readonly WantedKey[] {
  const words = [...new Set(nameWords(name))].map(searchKeys).filter((keys) => keys.length > 0);
  const need = Math.min(SHARED_WORDS, words.length);
  const named = words.flatMap((keys, word) => keys.map((key) => ({ n, word, key, need })));
  return idNumber === null ? named : [...named, { n, word: -1, key: documentSearchKey(idNumber), need }];
}

const CANDIDATES = `
  with wanted as (
    select * from jsonb_to_recordset($1::jsonb) as w(n integer, word integer, key text, need integer)
  ), shared as (
    select w.n, k.entry_id, count(distinct w.word) as words, count(*) as keys, min(w.word) < 0 as document
      from wanted w join watchlist_key k on k.key = w.key collate "C"
     group by w.n, k.entry_id
    having min(w.word) < 0 or count(distinct w.word) >= min(w.need)
  ), ranked as (
    select n, entry_id, row_number() over (partition by n order by document desc, words desc, keys desc, entry_id) as rank
      from shared
  )
  select r.n, e.id, e.source_id, e.revision, e.names, e.births, e.countries, e.id_numbers, l.name as list, l.kind
    from ranked r join watchlist_entry e on e.id = r.entry_id join watchlist l on l.id = e.list_id
   where r.rank <= ${MOST_CANDIDATES} and e.removed_on is null
   order by r.n, r.rank`;

type CandidateRow = {
  readonly n: number;
  readonly id: string;
  readonly source_id: string;
  readonly revision: number;
  readonly names: readonly string[];
  readonly births: readonly string[];
  readonly countries: readonly string[];
  readonly id_numbers: readonly string[];
  readonly list: string;
  readonly kind: WatchlistKind;
};

function entryOf(row: CandidateRow): WatchlistEntry {
  return {
    id: Number(row.id),
    list: row.list,
    kind: row.kind,
    revision: row.revision,
    sourceId: row.source_id,
    names: row.names,
    births: row.births,
    countries: row.countries,
    idNumbers: row.id_numbers,
  };
}

type MatchRow = {
  readonly subject_key: string;
  readonly watchlist_entry_id: string;
  readonly watchlist_revision: number;
  readonly compared_as: string;
};
