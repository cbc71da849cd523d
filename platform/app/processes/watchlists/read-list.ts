import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { ListedPerson } from '#core/aml/watchlist/watchlist.ts';
import { isRecord } from '../../../runtime/is-record.ts';
import { readCsv, type CsvRow } from '../../../runtime/csv.ts';

/** How publishers write their lists: our own columns, the UN Security Council’s XML, OFAC’s SDN as CSV. */
export const LIST_FORMATS = ['own', 'un', 'ofac'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** A file that is no list of its format. */
export class UnreadableList extends Error {}

/** The entries of a list, and the day that the file itself says it is of; null where it says none. */
export type ReadList = { readonly people: readonly ListedPerson[]; readonly dated: Temporal.PlainDate | null };

/**
 * Reads a list.
 * @param aliases OFAC's second file, alt.csv; null elsewhere
 * @throws UnreadableList
 */
export async function readList(format: ListFormat, text: string, aliases: string | null): Promise<ReadList> {
  try {
    if (format === 'un') return readUn(text);
    return { people: format === 'own' ? await readOwn(text) : await readOfac(text, aliases), dated: null };
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableList(error.message);
    throw error;
  }
}

const OWN_COLUMNS = ['id', 'name', 'aliases', 'date_of_birth', 'country', 'id_numbers'] as const;

/** Our own columns, in any order; `id` and `name` are needed. Several values of a column are parted by semicolons. */
async function readOwn(text: string): Promise<readonly ListedPerson[]> {
  const [header, ...rows] = await rowsOf(text);
  const names = (header?.fields ?? []).map((name) => name.toLowerCase());
  const unknown = names.filter((name) => !OWN_COLUMNS.some((known) => known === name));
  if (unknown.length > 0 || !names.includes('id') || !names.includes('name')) {
    throw new UnreadableList(`The first line names the columns: ${OWN_COLUMNS.join(', ')}. id and name are needed.`);
  }
  return rows.map(({ lineNo, fields }) => {
    const all = (name: (typeof OWN_COLUMNS)[number]) => parts(fields[names.indexOf(name)] ?? '');
    const [sourceId] = all('id');
    const [name] = all('name');
    if (sourceId === undefined || name === undefined) throw new UnreadableList(`Line ${lineNo} lacks an id or a name.`);
    const births = all('date_of_birth');
    const wrong = births.find((birth) => !/^\d{4}(-\d{2}(-\d{2})?)?$/.test(birth));
    if (wrong !== undefined) throw new UnreadableList(`Line ${lineNo}: write ${wrong} as YYYY, YYYY-MM or YYYY-MM-DD.`);
    return personOf(sourceId, [name, ...all('aliases')], {
      births,
      countries: all('country'),
      idNumbers: all('id_numbers'),
    });
  });
}

/** OFAC's sdn.csv has no header; what is not known is written -0-. Dates of birth and documents stand in the remarks. */
async function readOfac(text: string, aliases: string | null): Promise<readonly ListedPerson[]> {
  const otherNames = new Map<string, string[]>();
  for (const { fields } of aliases === null ? [] : await rowsOf(aliases)) {
    const [entry = '', , , name = ''] = fields;
    if (isKnown(name)) otherNames.set(entry, [...(otherNames.get(entry) ?? []), name]);
  }
  const rows = (await rowsOf(text)).filter(({ fields }) => fields.length > 1);
  return rows.map(({ lineNo, fields }) => {
    const [sourceId = '', name = ''] = fields;
    if (!/^\d+$/.test(sourceId) || !isKnown(name))
      throw new UnreadableList(`Line ${lineNo} is no entry of OFAC’s sdn.csv.`);
    const remarks = fields
      .slice(11)
      .filter(isKnown)
      .join('; ')
      .split(/[;.]\s+/);
    return personOf(sourceId, [name, ...(otherNames.get(sourceId) ?? [])], {
      births: remarks.flatMap(birthInRemark),
      countries: remarks.flatMap((remark) => /^(?:nationality|citizen) (.+?)\.?$/i.exec(remark)?.[1] ?? []),
      idNumbers: remarks.flatMap((remark) => DOCUMENT.exec(remark)?.[1] ?? []),
    });
  });
}

const DOCUMENT = /^(?:passport|national id(?:entification)? no\.?|identification number|national id\.?) (\S+)/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `DOB 12 Aug 1962`, `alt. DOB Aug 1962`, `DOB circa 1962`, `DOB 1960 to 1962`. */
function birthInRemark(remark: string): readonly string[] {
  const [, day, month, year, until] =
    /^(?:alt\. )?DOB (?:circa )?(?:(?:(\d{1,2}) )?([A-Z][a-z]{2}) )?(\d{4})(?: to (?:.* )?(\d{4}))?/.exec(remark) ?? [];
  if (year === undefined) return [];
  if (until !== undefined) return yearsFrom(Number(year), Number(until));
  const at = MONTHS.indexOf((month ?? '').toLowerCase()) + 1;
  if (at === 0) return [year];
  const ofMonth = `${year}-${String(at).padStart(2, '0')}`;
  return [day === undefined ? ofMonth : `${ofMonth}-${day.padStart(2, '0')}`];
}

/** Years between which a person was born: a few, and no list of centuries where a file is wrong. */
function yearsFrom(first: number, last: number): readonly string[] {
  const count = Math.min(20, Math.max(1, last - first + 1));
  return Array.from({ length: count }, (_, n) => String(first + n));
}

type Node = { readonly [name: string]: unknown };

/** The consolidated list of the UN Security Council: individuals and entities. */
function readUn(text: string): ReadList {
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new UnreadableList(`Line ${valid.err.line}: ${valid.err.msg}`);
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, attributeNamePrefix: '@' });
  const parsed: unknown = parser.parse(text);
  const list = isRecord(parsed) ? parsed['CONSOLIDATED_LIST'] : undefined;
  if (!isRecord(list)) throw new UnreadableList('The file is no CONSOLIDATED_LIST of the UN Security Council.');
  const individuals = nodes(child(list, 'INDIVIDUALS'), 'INDIVIDUAL');
  const entities = nodes(child(list, 'ENTITIES'), 'ENTITY');
  return {
    people: [...individuals, ...entities].map(unEntry),
    dated: dayOf(String(list['@dateGenerated'] ?? '')),
  };
}

function unEntry(node: Node): ListedPerson {
  const sourceId = valueOf(node, 'REFERENCE_NUMBER') ?? valueOf(node, 'DATAID');
  if (sourceId === null) throw new UnreadableList('An entry has neither a REFERENCE_NUMBER nor a DATAID.');
  const name = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].flatMap((part) => valueOf(node, part) ?? []);
  const aliases = [...nodes(node, 'INDIVIDUAL_ALIAS'), ...nodes(node, 'ENTITY_ALIAS')];
  const others = aliases.flatMap((alias) => valueOf(alias, 'ALIAS_NAME') ?? []);
  return personOf(sourceId, [name.join(' '), ...others, valueOf(node, 'NAME_ORIGINAL_SCRIPT') ?? ''], {
    births: nodes(node, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(unBirth),
    countries: [child(node, 'NATIONALITY')].flatMap((nationality) => texts(nationality['VALUE'])),
    idNumbers: nodes(node, 'INDIVIDUAL_DOCUMENT').flatMap((document) => valueOf(document, 'NUMBER') ?? []),
  });
}

function unBirth(node: Node): readonly string[] {
  const [date, year, from, to] = ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR'].map((name) => valueOf(node, name));
  if (date) return [dayOf(date)?.toString() ?? date.slice(0, 4)];
  if (year) return [year.slice(0, 4)];
  return from && to ? yearsFrom(Number(from), Number(to)) : [];
}

function child(node: Node, name: string): Node {
  const found = node[name];
  return isRecord(found) ? found : {};
}

/** The children of a name: the parser gives one as itself, and several as a list. */
function nodes(node: Node, name: string): readonly Node[] {
  return [node[name] ?? []].flat().filter((each): each is Node => typeof each === 'object' && each !== null);
}

const texts = (value: unknown): readonly string[] =>
  [value ?? []].flat().flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []));

const valueOf = (node: Node, name: string): string | null => texts(node[name])[0] ?? null;

/** The day of a date or of an instant; null where it is none. */
function dayOf(text: string): Temporal.PlainDate | null {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  return day === undefined ? null : Temporal.PlainDate.from(day);
}

function personOf(
  sourceId: string,
  names: readonly string[],
  more: Pick<ListedPerson, 'births' | 'countries' | 'idNumbers'>,
): ListedPerson {
  const known = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
  const { births, countries, idNumbers } = more;
  return {
    sourceId,
    names: known,
    births: [...new Set(births)],
    countries: [...new Set(countries)],
    idNumbers: [...new Set(idNumbers)],
  };
}

const isKnown = (field: string): boolean => field !== '' && field !== '-0-';
const parts = (field: string): readonly string[] =>
  field
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

async function rowsOf(text: string): Promise<readonly CsvRow[]> {
  async function* whole(): AsyncGenerator<string> {
    yield text;
  }
  return Array.fromAsync(readCsv(whole()));
}
