import pg from 'pg';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { EventType } from '#core/kernel/event-facts.ts';
import { masked, type Json } from '#core/partners/webhook-delivery/payload.ts';
import { writtenTypes } from '#platform/runtime/event-types.ts';
import { schemaOfFacts, type Schema } from '#platform/runtime/fact-schema.ts';

/** Tests that make events up, as many as they need and about nothing, do so under this command. */
const MADE_UP = 'happen';
const MOST = 20_000;

/**
 * Holds every event that a suite has emitted against what its context says that it carries. The schemas that partners
 * are shown are made of the same words, so none of them is a wish.
 * @throws Error naming the types whose data are not as they are written down
 */
export async function requireErrorAsWritten(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ type: string; subject_type: string; data: Json }>(
      `select e.type, e.subject_type, e.data from event e
        where e.uuid in (select a.event_uuid from audit a where a.command <> $1) order by e.id desc limit ${MOST}`,
      [MADE_UP],
    );
    const wrong = new Set(rows.flatMap((row) => complaintsAbout(row)));
    if (wrong.size === 0) return;
    throw new Error(
      `Events say what is not written down, or not what is (see event-facts.ts of the context):\n${[...wrong].slice(0, 20).join('\n')}`,
    );
  } finally {
    await client.end();
  }
}

function complaintsAbout({ type, subject_type, data }: { type: string; subject_type: string; data: Json }): string[] {
  const row = written.get(type);
  // An event that is never delivered needs no schema.
  if (!row) return [];
  const problems: string[] = [];
  if (row.subjectType !== subject_type) problems.push(`${type} is about a ${subject_type}`);
  const emitted = masked(data);
  const validator = validatorOf(row);
  if (!validator.Check(emitted)) {
    const [first] = validator.Errors(emitted);
    problems.push(
      `${type}: ${first?.instancePath ?? ''} ${first?.message ?? 'is not as written'} in ${JSON.stringify(emitted)}`,
    );
  }
  return problems;
}

const written = new Map(writtenTypes.map((row) => [row.type, row]));
const compiled = new Map<string, Validator>();

/** Made when the first event of the type is looked at: most suites see few types. */
function validatorOf({ type, required, optional }: EventType): Validator {
  const found = compiled.get(type) ?? (Compile(strict(schemaOfFacts(required, optional)) as TSchema) as Validator);
  compiled.set(type, found);
  return found;
}

/** The schema with nothing beside what it names, at any depth: partners let more be, we don't. */
function strict(schema: Schema): Schema {
  const members = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties') {
      const facts = Object.entries(value as { [name: string]: Schema }).map(([name, inner]) => [name, strict(inner)]);
      return [keyword, Object.fromEntries(facts)];
    }
    if (keyword === 'anyOf') return [keyword, (value as Schema[]).map(strict)];
    if (keyword === 'items') return [keyword, strict(value as Schema)];
    return [keyword, value];
  });
  return { ...Object.fromEntries(members), ...('properties' in schema ? { additionalProperties: false } : {}) };
}
