import { linesOf, textOfLines } from '../../../components/lines.ts';
import type { Field, Values } from '../../../components/step.ts';
import type { UnitStatus } from '../../../graph/generated/graphql.ts';
import type { Language, Translate } from '../../../texts/texts.ts';
import { unitStatuses } from '../words.ts';
import type { enrolmentFormTexts } from './enrolment-texts.ts';
import { chosenFrom, chosenStatuses, needed } from './words.ts';

type T = Translate<(typeof enrolmentFormTexts)['en']>;
type Unit = { readonly id: string; readonly code: string; readonly title: string };
type Taken = { readonly unit: Unit; readonly status: UnitStatus };

/** The units that a student takes, one line each. */
export function unitsField(t: T, spoken: Language, offered: readonly Unit[], taken: readonly Taken[]): Field {
  const known = new Map([...taken.map(({ unit }) => unit), ...offered].map((unit) => [unit.id, unit] as const));
  const byCode = (one: Unit, other: Unit) => one.code.localeCompare(other.code);
  const inOrder = taken.toSorted(({ unit }, other) => byCode(unit, other.unit));
  // A status that follows from marks is shown where a unit has it, and is not offered elsewhere.
  const statuses = [...new Set([...chosenStatuses, ...taken.map(({ status }) => status)])];
  return {
    name: 'units',
    kind: 'lines',
    label: t('units'),
    initial: taken.length === 0 ? '' : textOfLines(inOrder.map(({ unit, status }) => ({ unitId: unit.id, status }))),
    line: {
      add: t('addUnit'),
      fields: [
        {
          name: 'unitId',
          kind: 'choice',
          label: t('unit'),
          isRequired: true,
          choices: [...known.values()].toSorted(byCode).map(({ id, code, title }) => [id, `${code} · ${title}`]),
        },
        {
          name: 'status',
          kind: 'choice',
          label: t('status'),
          isRequired: true,
          choices: statuses.map((status) => [status, unitStatuses[status][spoken]]),
          initial: 'REGISTERED',
        },
      ],
    },
  };
}

/** The units as they are sent. */
export const unitsOf = (values: Values) =>
  linesOf(values['units']).map(({ unitId, status }) => ({
    unitId: needed(unitId),
    status: chosenFrom(unitStatuses, status),
  }));
