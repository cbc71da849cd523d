import { present, type IdentifyingTexts, type Person } from '#core/kernel/personal-data.ts';
import { nationalNumber } from '../../runtime/phone-numbers.ts';
import type { TenantTransaction } from '../database.ts';
import { SEPARATORS, termsOfPerson, type Terms } from './terms.ts';

/** A shorter text stands in too much that is about others. */
const SHORTEST = 5;

/** What finds a person's texts: regular expressions (PostgreSQL's, without regard to capitals), and whole numbers as they are stored. */
export type Patterns = {
  readonly words: string;
  readonly digits: string;
  readonly phones: readonly string[];
  /** What a text has where an expression finds something in it (terms.ts); null where that can't be said. */
  readonly terms: readonly Terms[] | null;
};

const MATCHES_NOTHING = '\\Ano text is like this\\Z\\A';

/** What stands between the parts of a number or a name where there is no space. */
const MARKS = '-‐-―−._';

/** Neither within a longer word or number, nor a part of an amount. */
const [BEFORE, BEHIND] = ['(?<![[:alnum:]]|[0-9][.,])', '(?![[:alnum:]]|[.,][0-9])'];

/**
 * Texts of a person as patterns. Numbers are found with and without separators, a telephone number as it is written at home
 * and abroad, and none within a longer number.
 * @param rows in rows of others, digits that only resemble a name or number of the person may be an amount, and are left
 */
export function patternsOf(
  { names, numbers, references, phones, emails }: IdentifyingTexts,
  rows: 'of the person' | 'of others',
  sealing: Pick<TenantTransaction['sealing'], 'sealAlike'>,
): Patterns {
  const isTelling = (reference: string) => rows === 'of the person' || /\p{L}/u.test(reference);
  const spelled = [...numbers, ...references.filter(isTelling)].map((number) => number.replaceAll(SEPARATORS, ''));
  const inDigits = spelled.filter((number) => /^\d+$/.test(number));
  const inLetters = spelled.filter((number) => !/^\d+$/.test(number));
  return {
    words: either([
      ...[...names, ...emails].filter(isLong).map((text) => `(?<![[:alnum:]])${phrase(text)}(?![[:alnum:]])`),
      // Sealed, within documents and texts of ours.
      ...[...phones, ...numbers].map((number) => escaped(sealing.sealAlike(number))),
      ...inLetters.filter(isLong).map((number) => `(?<![[:alnum:]])${separated(number, `${MARKS} `)}(?![[:alnum:]])`),
    ]),
    digits: either([
      ...inDigits.filter(isLong).map((number) => `${BEFORE}${separated(number, ' ')}${BEHIND}`),
      ...phones.flatMap(dialled),
    ]),
    phones: phones.map(sealing.sealAlike),
    terms: termsOfPerson({ phrases: [...names, ...emails].filter(isLong), numbers: spelled.filter(isLong), phones }),
  };
}

/** A number as it is dialled at home and abroad, in one piece or in groups. Letters may stand beside it: `TEL0722918273`. */
function dialled(phone: string): string[] {
  const national = nationalNumber(phone);
  const grouped = [phone.replaceAll(/\D/g, ''), ...(national === null ? [] : [`0${national}`])];
  return [
    `(?<![0-9]|[0-9][.,])(?:[+]|00)?(?:${grouped.map((digits) => separated(digits, '- ')).join('|')})(?![0-9]|[.,][0-9])`,
    ...(national === null ? [] : [`${BEFORE}${national}${BEHIND}`]),
  ];
}

/**
 * The texts that no other person has, and the accounts to which no other member was paid: by the others, rows of other people
 * would be found. Beside those of the record, the numbers that its payments came from or went to.
 */
export async function textsOf(
  { sql, sealing }: Pick<TenantTransaction, 'sql' | 'sealing'>,
  { type, id, texts }: Person,
) {
  const used = type === 'member' ? await sql<{ msisdn: string }>(NUMBERS_OF_PAYMENTS, [id]) : [];
  const all: IdentifyingTexts = {
    ...texts,
    phones: present([...texts.phones, ...used.map(({ msisdn }) => sealing.openAlike(msisdn))]),
  };
  const [own] = await sql<Pick<IdentifyingTexts, 'names' | 'numbers' | 'phones' | 'references'>>(OWN, [
    type,
    id,
    all.names,
    all.phones,
    all.phones.map((phone) => sealing.hashOf('phone', phone)),
    all.references,
    all.numbers,
    all.numbers.map((number) => sealing.hashOf('document', number)),
  ]);
  const { names = [], numbers = [], phones = [], references = [] } = own ?? {};
  return { all, own: { ...all, names, numbers, phones, references } };
}

const NUMBERS_OF_PAYMENTS = `
  select r.msisdn from repayment r join loan l on l.id = r.loan_id where l.member_id = $1 and r.msisdn is not null
  union select d.msisdn from disbursement d join loan l on l.id = d.loan_id where l.member_id = $1 and d.msisdn is not null
  union select t.msisdn from savings_transaction t join savings_account a on a.id = t.account_id
         where a.member_id = $1 and t.msisdn is not null`;

/** An account at a bank, however it is written. */
const accountOf = (text: string) => `upper(regexp_replace(${text}, '[^[:alnum:]]', '', 'g'))`;

const OWN = `
  with others as (
    select lower(m.name) as name, m.phone_key from member m where not ($1 = 'member' and m.id = $2) and not m.erased
    union all
    select lower(concat_ws(' ', s.first_name, s.last_name)), s.phone_key from student s
     where not ($1 = 'student' and s.id = $2) and not s.erased
    union all
    select lower(concat_ws(' ', s.first_name, s.middle_name, s.last_name)), null from student s
     where not ($1 = 'student' and s.id = $2) and not s.erased)
  select array(select n from unnest($3::text[]) n where lower(n) not in (select o.name from others o)) as names,
         array(select p.phone from unnest($4::text[], $5::text[]) p(phone, hash)
                where p.hash not in (select o.phone_key from others o where o.phone_key is not null)) as phones,
         array(select n.number from unnest($7::text[], $8::text[]) n(number, hash)
                where n.hash not in (
                  select m.national_id_key from member m where not ($1 = 'member' and m.id = $2) and not m.erased
                  union all
                  select d.key from student s, unnest(array[s.national_id_key, s.birth_certificate_no_key, s.passport_no_key]) d(key)
                   where not ($1 = 'student' and s.id = $2) and not s.erased and d.key is not null)) as numbers,
         array(select r from unnest($6::text[]) r where not exists (
           select from disbursement d join loan l on l.id = d.loan_id
            where not ($1 = 'member' and l.member_id = $2) and ${accountOf('d.bank_account')} = ${accountOf('r')})) as references`;

const isLong = (text: string) => text.length >= SHORTEST;
const either = (patterns: readonly string[]) => (patterns.length === 0 ? MATCHES_NOTHING : patterns.join('|'));
const escaped = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
/** A name as it is written in a sentence, or in a key or an address, where one mark stands for each space. */
const phrase = (text: string) => text.split(/\s+/).map(escaped).join(`(?:\\s+|[${MARKS}+])`);
/** Digits alone with other marks between them are dates, amounts and parts of longer numbers. */
const separated = (number: string, marks: string) => [...number].map(escaped).join(`[${marks}]?`);
