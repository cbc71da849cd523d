import type { GraphQLFieldResolver } from 'graphql';
import type { RecordNoun, StepField, StepFields } from '#core/kernel/step-fields.ts';
import { fieldsOf, type StepName, type StepTable } from '#core/kernel/steps.ts';
import type { Handled, ProposableRequest } from '#platform/app/transact.ts';
import { named, type Change, type MutationArguments } from './change.ts';
import { check, documentNo, text, wholeNumber, type Rule } from './check-input.ts';
import { FORMS } from './forms.ts';
import { lowerFirst, type StepsOfType } from './steps.ts';

type Identified = { readonly id: number };
type Found = { readonly id: number; readonly uuid: string };

type Bound<Table extends StepTable> = {
  readonly [N in StepName<Table>]: (request: ProposableRequest<Found>, command: never) => Promise<Handled>;
};

/** What the mutations of a table of steps need of their subgraph. */
export type StepSource<Context, Table extends StepTable, Record extends Identified> = StepsOfType<Table> & {
  /** The records of the type, by uuid. */
  readonly records: (context: Context) => { load(id: string): Promise<Record | null> };
  /** The use cases, by the names of the rows. */
  readonly bound: (context: Context) => Bound<Table>;
  /** Other records that a step may name. */
  readonly others?: (context: Context) => Others;
  /** What the commands have beside the id. */
  readonly also?: (record: Record) => object;
};
type Others = { readonly [N in RecordNoun]?: { load(id: string): Promise<Identified | null> } };

type Maker<Context> = (
  change: Change<Context, { readonly [member: string]: unknown }, Found, never>,
) => GraphQLFieldResolver<unknown, Context, MutationArguments<{ readonly [member: string]: unknown }>>;

/** The mutation of each row of a table of steps, by its name. */
export function stepMutations<Context, Table extends StepTable, Record extends Identified>(
  change: Maker<Context>,
  source: StepSource<Context, Table, Record>,
): { readonly [name: string]: GraphQLFieldResolver<unknown, Context> } {
  const { type, noun, id: member, cycle, steps, records, bound, others, also } = source;
  return Object.fromEntries(
    Object.entries(steps).map(([action, step]) => {
      const fields = fieldsOf(cycle, action, step);
      const resolver = change({
        show: async (uuid, context) => ({ [lowerFirst(type)]: await records(context).load(uuid) }),
        run: async ({ input, version, context }, request) => {
          check(input, rulesOf(fields));
          const record = await named(member, String(input[member]), noun, records(context));
          const values = await readFields(fields, input, others?.(context) ?? {});
          const on = { [member]: record.id, ...also?.(record), version, reason: null };
          // The fields of a row are those of its use case, and it is bound by its name: the tables are typed so.
          const carryOut = bound(context)[step.name as StepName<Table>] as (
            request: ProposableRequest<Found>,
            command: object,
          ) => Promise<Handled>;
          return carryOut(request(), { ...on, ...values });
        },
      });
      // Its arguments are those of its derived input.
      return [step.name, resolver as GraphQLFieldResolver<unknown, Context>];
    }),
  );
}

/** What the type of an input can't say. */
function rulesOf(fields: StepFields): { readonly [place: string]: Rule } {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind !== 'form') {
        const rule = ruleOf(field);
        return rule ? [[name, rule] as const] : [];
      }
      return Object.entries(FORMS[field.form].rules).map(([place, rule]) => [`${name}.${place}`, rule] as const);
    }),
  );
}

function ruleOf(field: StepField): Rule | null {
  if (field.kind === 'text') return text(field.most);
  if (field.kind === 'document number') return documentNo(field.most);
  return field.kind === 'number' ? wholeNumber(field.least, field.most) : null;
}

/** What the use case of a step takes, read from the input. @throws DomainError unknown_reference (invalid) */
async function readFields(
  fields: StepFields,
  input: { readonly [name: string]: unknown },
  others: Others,
): Promise<object> {
  const read = async ([name, field]: [string, StepField]) => {
    const sent = input[name] ?? null;
    if (sent === null) return [name, null];
    if (field.kind === 'form') return [name, FORMS[field.form].read(sent)];
    if (field.kind !== 'record') return [name, sent];
    const records = others[field.noun];
    if (!records) throw new Error(`This subgraph loads no ${field.noun}.`);
    return [name, (await named(name, String(sent), field.noun, records)).id];
  };
  return Object.fromEntries(await Promise.all(Object.entries(fields).map(read)));
}
