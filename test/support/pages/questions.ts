import type { Criteria, Filter, List, ListField, SchoolField, SchoolList, SortKey } from '#platform/app/lists.ts';
import { lists, operatorsOf } from '#platform/app/lists.ts';
import { isShared } from '#platform/postgres/views/list.ts';
import { sortsOf } from '../list-questions.ts';
import type { Superuser } from './plant-tables.ts';

/**
 * What is asked of a list. `bound`: a page of it may read at most three times its rows. `open`: no index of one dimension
 * serves it, and it is printed what it costs: a range in the order of another field, several filters.
 */
export type Question = {
  readonly name: string;
  readonly criteria: Criteria;
  readonly kind: 'bound' | 'open';
  /** The page behind a record in the middle of the list, by its cursor. */
  readonly fromMiddle?: true;
  /** One value that few share, in the order of another field: its rows are read first. */
  readonly ofFew?: boolean;
};

/** Few values for all records, and not shared. */
const COARSE = ['branch_id', 'product_id'];
const RANGES = ['gt', 'gte', 'lt', 'lte', 'prefix'];

/** A value of a column in the middle of the planted rows. */
async function valueIn(
  superuser: Superuser,
  table: string,
  { column, type, calculated }: ListField,
): Promise<string | null> {
  if (calculated) return '30';
  const key = type === 'event' ? 'uuid' : column;
  const [row] = await superuser<{ value: string | null }>(
    `select ${key}::text as value from ${table} where ${key} is not null and id >= (select max(id) / 2 from ${table}) order by id limit 1`,
  );
  return row?.value ?? null;
}

/** Every order alone, from its beginning and from the middle of the list; every filter alone and in other orders. */
export async function questionsOf(superuser: Superuser, list: List): Promise<readonly Question[]> {
  const sorts: [string, SortKey[]][] = [['', []], ...sortsOf(list)];
  const questions: Question[] = sorts.flatMap(([name, sort]) => {
    const kind = kindOf(null, sort, list);
    const asked: Question = { name: name === '' ? 'all' : `by ${name}`, criteria: { filters: [], sort }, kind };
    return [asked, { ...asked, name: `${asked.name} from the middle`, fromMiddle: true }];
  });
  const oneWay = sorts.filter(([name]) => !name.startsWith('-'));
  for (const [name, field] of Object.entries(list.fields)) {
    const value = field.choices ? null : await valueIn(superuser, list.table, field);
    for (const filter of filtersOn(name, field, value)) {
      const orders = oneWay.map(([order, sort]): [string, SortKey[], Question['kind']] => [
        order,
        sort,
        kindOf(filter, sort, list),
      ]);
      const open = orders.filter(([, , kind]) => kind === 'open');
      for (const [order, sort, kind] of [...orders.filter(([, , kind]) => kind === 'bound'), ...open.slice(0, 2)]) {
        questions.push({
          name: `${name} ${filter.operator} ${filter.values.join(',').slice(0, 30)}${order === '' ? '' : ` by ${order}`}`,
          criteria: { filters: [filter], sort },
          kind,
          ofFew: filter.operator === 'eq' && sort.length > 0 && sort[0]?.field !== name && !isShared(field),
        });
      }
    }
  }
  return questions;
}

/** Lists of one parent, which has few enough records to look through: its index finds them, in the list's own order. */
const OF_A_PARENT: readonly List[] = [
  lists.savingsTransactions,
  lists.webhooks,
  lists.requests,
  lists.webhookDeliveries,
  lists.bridge.payoutsOfBatch,
];

function kindOf(filter: Filter | null, sort: readonly SortKey[], list: List): Question['kind'] {
  // The feed is put together from its types: of each as much is read as a page takes.
  if (list === lists.events) return 'open';
  if (OF_A_PARENT.includes(list)) return filter === null && sort.length === 0 ? 'bound' : 'open';
  if (filter === null) return 'bound';
  const field = list.fields[filter.field];
  if (!field || field.calculated) return 'open';
  const ordered = sort[0]?.field;
  if (filter.operator === 'eq') {
    // Of an app’s records in a table that was never analysed the planner expects one, and takes any index: those of a
    // reference are few, and its own index finds them once there are some tens of thousands.
    // Of a value that many share there is no index in other orders where writes would pay for it.
    if (!isShared(field) && (field.shared === false || COARSE.includes(filter.field)))
      return sort.length === 0 ? 'bound' : 'open';
    return list.owner && !isShared(field) && (ordered !== filter.field || field.identifier) ? 'open' : 'bound';
  }
  // A range is one of the order that it is read in.
  return RANGES.includes(filter.operator) && ordered === filter.field ? 'bound' : 'open';
}

/** A field compared in each way; choices with one that is common, one of the newest, one of the oldest, a rare one. */
function filtersOn(name: string, field: ListField, value: string | null): readonly Filter[] {
  const { choices } = field;
  return operatorsOf(field).flatMap((operator): Filter[] => {
    if (operator === 'null') return ['true', 'false'].map((text) => ({ field: name, operator, values: [text] }));
    if (choices) {
      if (operator === 'in') return [{ field: name, operator, values: choices.slice(1, 3) }];
      const each = [...new Set([...choices.slice(0, 3), ...choices.slice(-1)])];
      return each.map((choice) => ({ field: name, operator, values: [choice] }));
    }
    return value === null ? [] : [{ field: name, operator, values: [value] }];
  });
}

/** The same of a list of the schools, whose order is that of its ids. */
export async function schoolQuestionsOf(
  superuser: Superuser,
  table: string,
  { fields }: SchoolList,
): Promise<readonly Question[]> {
  const alone = (name: string, filters: readonly Filter[], kind: Question['kind']): Question => ({
    name,
    criteria: { filters, sort: [] },
    kind,
  });
  const questions = [alone('all', [], 'bound')];
  for (const [name, field] of Object.entries(fields)) {
    // Words have a table of their own, and their own test.
    if (name === 'q') continue;
    for (const values of await schoolValues(superuser, table, name, field)) {
      const kind = field.isOrdered(values) ? 'bound' : 'open';
      questions.push(alone(`${name} ${values.join(',')}`, [{ field: name, operator: 'in', values }], kind));
    }
  }
  return questions;
}

async function schoolValues(
  superuser: Superuser,
  table: string,
  name: string,
  { type, choices = [] }: SchoolField,
): Promise<readonly (readonly string[])[]> {
  switch (type) {
    case 'record':
      return [['3']];
    case 'choice':
      return [...new Set([...choices.slice(0, 3), ...choices.slice(-1)])].map((choice) => [choice]);
    case 'flag':
      return [['true'], ['false']];
    case 'date':
      return [['2025-02-01'], ['2027-08-01']];
    case 'text': {
      const ofStudent = name === 'admission_no';
      const [row] = await superuser<{ value: string }>(
        `select ${name} as value from ${ofStudent ? 'student' : table} where id = 17`,
      );
      return row ? [[row.value]] : [];
    }
  }
}
