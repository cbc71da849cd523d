import {
  LONGEST_SEARCHED,
  LONGEST_VALUE,
  MOST_VALUES,
  operatorsOf,
  orderOfChanges,
  SEARCH,
  type Criteria,
  type Filter,
  type List,
  type ListField,
  type Operator,
  type Search,
  type SchoolField,
  type SchoolList,
} from '#platform/app/lists.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { canonicalText } from '#core/kernel/text.ts';
import { isUuid } from '#platform/runtime/is-uuid.ts';
import { enumSdl, enumValues } from './enums.ts';
import type { Resolvers } from './schema.ts';

/**
 * Filters and orders of lists, derived from the same tables of fields as REST's: the inputs in SDL (for `npm run derive`)
 * and what they mean. No filter is spelled twice.
 */

/** A list of either surface: those of the schools have an order of their own. */
export type AnyList = Pick<List, 'fields' | 'search'> | SchoolList;

/** The lists of a subgraph by the prefix of their inputs: `{ Loan: loanList }` gives LoanFilter and LoanOrder. */
export type ListsByType = { readonly [type: string]: AnyList };

/** A member of a filter's input. */
type Member = {
  readonly name: string;
  readonly type: string;
  readonly means: string;
  /** The filters that a value stands for; null where no record can meet it. */
  readonly filters: (value: unknown) => readonly Filter[] | null;
};

const RANGES: { readonly [Type in ListField['type']]?: string } = {
  cents: 'Cents',
  integer: 'Int',
  instant: 'DateTime',
  date: 'Date',
};
const ORDER_OF_CHANGES =
  'With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read.';
const BOUNDS: { readonly [bound: string]: string } = {
  gt: 'More, or later, than this.',
  gte: 'This, or more or later.',
  lt: 'Less, or earlier, than this.',
  lte: 'This, or less or earlier.',
};

type EnumOf = (field: string, choices: readonly string[]) => string;

/** The members that stand for the fields of a list. */
function membersOf(list: AnyList, enumOf: EnumOf = () => 'String'): readonly Member[] {
  const members = Object.entries<ListField | SchoolField>(list.fields).flatMap(([name, field]) =>
    'means' in field ? memberOfSchools(name, field, enumOf) : membersOfField(name, field, enumOf),
  );
  const search = searchOf(list);
  return search ? [memberOfSearch(search), ...members] : members;
}

/** What a list is searched by; those of the schools have it among their fields. */
export const searchOf = (list: AnyList): Search | undefined => ('search' in list ? list.search : undefined);

function memberOfSearch({ means, needs }: Search): Member {
  return {
    name: 'search',
    type: 'String',
    means: `${means}.${needs === undefined ? '' : ` Needs ${needs} as well.`}`,
    filters: (value) => {
      const text = canonicalText(String(value));
      return text !== '' && text.length <= LONGEST_SEARCHED && isStorable(text)
        ? [{ field: SEARCH, operator: 'eq', values: [text] }]
        : null;
    },
  };
}

type Matches = (text: string) => boolean;
const everyText: Matches = () => true;

/** Filters of a field by one value, or by any of some. */
const one =
  (field: string, operator: Operator, matches = everyText): Member['filters'] =>
  (value) =>
    matches(String(value)) ? [{ field, operator, values: [String(value)] }] : null;
const anyOf =
  (field: string, matches = everyText): Member['filters'] =>
  (value) => {
    // The schema has the member as a list.
    const values = (value as readonly unknown[]).map(String).filter(matches);
    return [{ field, operator: 'in', values }];
  };

/** Lists of the schools are compared in one way a field. */
function memberOfSchools(field: string, { type, means, choices = [], graphName }: SchoolField, enumOf: EnumOf): Member {
  const name = graphName ?? field;
  switch (type) {
    case 'record': {
      const id = `${camelCase(name.replace(/_id$/, ''))}Id`;
      return { name: id, type: 'ID', means: `${means}, by id.`, filters: one(field, 'in', isUuid) };
    }
    case 'choice': {
      const of = `[${enumOf(name, choices)}!]`;
      return { name: plural(camelCase(name)), type: of, means: `One of these as ${name}.`, filters: anyOf(field) };
    }
    case 'text':
      return { name: camelCase(name), type: 'String', means: `${means}.`, filters: one(field, 'in', isStorable) };
    case 'flag':
      return { name: camelCase(name), type: 'Boolean', means: `${means}.`, filters: one(field, 'in') };
    case 'date':
      return { name: camelCase(name), type: 'Date', means: `${means}.`, filters: one(field, 'in') };
  }
}

function membersOfField(name: string, field: ListField, enumOf: EnumOf): readonly Member[] {
  const words = name.replaceAll('_', ' ');
  const range = RANGES[field.type];
  const members: Member[] = [];
  const add = (member: string, type: string, means: string, filters: Member['filters']) =>
    members.push({ name: camelCase(member), type, means, filters });

  if (range !== undefined) {
    const means = field.stamp ? `In this range. ${ORDER_OF_CHANGES}` : 'In this range.';
    add(name, `${range}Range`, means, (value) =>
      // A range has operators as its members: the schema has let it through.
      Object.entries(value as Readonly<Record<Operator, unknown>>)
        .filter(([, bound]) => bound !== null)
        .map(([operator, bound]) => ({ field: name, operator: operator as Operator, values: [String(bound)] })),
    );
  } else if (field.type === 'choice') {
    add(plural(name), `[${enumOf(name, field.choices ?? [])}!]`, `One of these as ${words}.`, anyOf(name));
  } else if (field.type === 'id' && field.column === 'id') {
    add('ids', '[ID!]', 'One of these, by id.', anyOf(name, isUuid));
  } else if (field.type === 'id') {
    add(name, 'ID', `Of this ${words.replace(/ id$/, '')}, by id.`, one(name, 'eq', isUuid));
  } else if (field.type === 'flag') {
    add(name, 'Boolean', `Whether ${words}.`, one(name, 'eq'));
  } else if (name.endsWith('_no')) {
    add(plural(name), '[String!]', `One of these, each in full.`, anyOf(name, isStorable));
  } else {
    const type = name === 'phone' ? 'PhoneNumber' : 'String';
    add(name, type, 'Exactly this.', one(name, 'eq', isStorable));
    const starts = `What ${camelCase(name)} starts with, letter for letter.`;
    // What is sealed is found whole.
    if (operatorsOf(field).includes('prefix'))
      add(`${name}_starts_with`, 'String', starts, one(name, 'prefix', isStorable));
  }
  if (operatorsOf(field).includes('null')) {
    const filters: Member['filters'] = (value) => [{ field: name, operator: 'null', values: [String(value !== true)] }];
    add(`has_${name.replace(/_id$/, '')}`, 'Boolean', `Whether there is any ${words.replace(/ id$/, '')}.`, filters);
  }
  return members;
}

/** No text of PostgreSQL holds a NUL, and none can be looked for. */
const isStorable = (text: string): boolean => !text.includes('\0');

/**
 * What the arguments of a list mean; null where no record can meet it.
 * @throws DomainError validation_failed (invalid) naming `filter.<member>` where it holds more than a filter of REST may
 * @throws Error where a field is not the list's, which the schema rules out
 */
export function criteriaOf(
  list: AnyList,
  filter: Readonly<Record<string, unknown>> | null | undefined,
  orderBy: readonly Order[] | null | undefined,
): Criteria | null {
  const members = membersOf(list);
  const filters: Filter[] = [];
  for (const [name, value] of Object.entries(filter ?? {})) {
    if (value === null) continue;
    requireFew(`filter.${name}`, value);
    const met = members.find((member) => member.name === name)?.filters(value) ?? null;
    if (met === null) return null;
    requireShort(`filter.${name}`, met);
    filters.push(...met);
  }
  const sort = (orderBy ?? []).map(({ by, direction }) => ({ field: by, descending: direction === 'descending' }));
  return { filters, sort: sort.length > 0 ? sort : orderOfChanges(list, filters) };
}

/**
 * What is looked for costs as much as there is of it: as many values as a filter of REST takes.
 * @param at where the values are among the arguments: `filter.ids`
 * @throws DomainError validation_failed (invalid) naming `at`
 */
export function requireFew(at: string, value: unknown): void {
  if (!Array.isArray(value) || value.length <= MOST_VALUES) return;
  const found = `${lastOf(at)} has ${value.length} values; a filter takes at most ${MOST_VALUES}.`;
  throw invalidField(at, 'length', `${found} Ask for the others in further requests.`);
}

/** The same of their length; what can be nothing's value is not looked for, and may be as long as it likes. */
function requireShort(at: string, filters: readonly Filter[]): void {
  if (filters.every(({ values }) => values.every((each) => each.length <= LONGEST_VALUE))) return;
  throw invalidField(at, 'length', `A value of ${lastOf(at)} has at most ${LONGEST_VALUE} characters.`);
}

const lastOf = (at: string): string => at.split('.').at(-1) ?? at;

/** One key of an order, as its input gives it. */
export type Order = { readonly by: string; readonly direction?: 'ascending' | 'descending' | null };

const BOUNDS_OF_VALUES = `A member takes at most ${MOST_VALUES} values, of ${LONGEST_VALUE} characters each.`;

/** The text of a subgraph's lists.graphql. */
export function listInputsOf(lists: ListsByType, enums: Resolvers<never>): string {
  const types = Object.entries(lists);
  const inputs = types.flatMap(([type, list]) => {
    const members = membersOf(list, (name, choices) => enumFor(type, name, choices, enums));
    const filter = input(
      `${type}Filter`,
      `Which records of the list: those that meet every member that is present. ${BOUNDS_OF_VALUES}`,
      members,
    );
    if (sortable(list).length === 0) return [filter];
    return [
      filter,
      enumSdl(
        `${type}OrderField`,
        'What the list is ordered by.',
        sortable(list).map((name) => [name, `By ${camelCase(name)}.`]),
      ),
      input(`${type}Order`, 'A key of the order of the list.', [
        { name: 'by', type: `${type}OrderField!`, means: 'The key.' },
        { name: 'direction', type: 'OrderDirection', means: 'Ascending where it is left out.' },
      ]),
    ];
  });
  const direction = enumSdl('OrderDirection', 'Which end comes first.', [
    ['ascending', 'The least, or the earliest, comes first.'],
    ['descending', 'The most, or the latest, comes first.'],
  ]);
  return [
    '# Derived from the tables of fields of the lists by `npm run derive`. Don’t edit: change the table.\n',
    ...(types.some(([, list]) => sortable(list).length > 0) ? [direction] : []),
    ...rangesOf(types.map(([, list]) => list)),
    ...inputs,
  ].join('\n');
}

/** The inputs of the ranges that lists take. */
function rangesOf(lists: readonly AnyList[]): readonly string[] {
  const fields = lists.flatMap(({ fields }) => Object.values<ListField | SchoolField>(fields));
  const types = new Set(fields.map((field) => ('means' in field ? undefined : RANGES[field.type])));
  return [...types]
    .filter((type) => type !== undefined)
    .map((type) =>
      input(
        `${type}Range`,
        'A range: every bound that is present has to hold.',
        Object.entries(BOUNDS).map(([name, means]) => ({ name, type, means })),
      ),
    );
}

/** The resolvers of the enums in it. */
export function listEnumResolvers(lists: ListsByType): Resolvers<never> {
  return {
    OrderDirection: enumValues(['ascending', 'descending']),
    ...Object.fromEntries(
      Object.entries(lists).flatMap(([type, list]) =>
        sortable(list).length > 0 ? [[`${type}OrderField`, enumValues(sortable(list))]] : [],
      ),
    ),
  };
}

function sortable({ fields }: AnyList): readonly string[] {
  const named = Object.entries<ListField | SchoolField>(fields);
  return named.filter(([, field]) => 'sortable' in field && field.sortable).map(([name]) => name);
}

/** The enum of the subgraph that has these values: the one that is called after the field, or else one of its own. */
function enumFor(type: string, field: string, choices: readonly string[], enums: Resolvers<never>): string {
  const valuesOf = (name: string) => new Set(Object.values(enums[name] ?? {}));
  const own = `${type}${upperFirst(camelCase(field))}`;
  if (choices.every((choice) => valuesOf(own).has(choice))) return own;
  const same = (name: string) =>
    valuesOf(name).size === choices.length && choices.every((choice) => valuesOf(name).has(choice));
  return Object.keys(enums).find(same) ?? 'String';
}

function input(name: string, means: string, members: readonly Pick<Member, 'name' | 'type' | 'means'>[]): string {
  const lines = members.map((member) => `  ${JSON.stringify(member.means)}\n  ${member.name}: ${member.type}\n`);
  return `${JSON.stringify(means)}\ninput ${name} {\n${lines.join('')}}\n`;
}

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const plural = (name: string) => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`);
