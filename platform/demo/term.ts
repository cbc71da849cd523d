import { namesOf } from '#core/kernel/names.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import { admitStudent } from '#core/education/use-cases/student/move-student.ts';
import { registerStudent } from '#core/education/use-cases/student/register-student.ts';
import type { Internals } from '../app/internals.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import type { CommandContext } from '../app/transact.ts';
import { guardianOf, plantCalendar, planter, plantProgramme } from './school.ts';
import { PROGRAMMES, STUDENTS } from './students.ts';

/**
 * Plants the schools of the demo on the first day of a term: programmes with their fees, students who were admitted, none of
 * them enrolled or charged.
 */
export async function plantTerm(
  { ports }: Pick<Internals, 'ports'>,
  tx: TenantTransaction,
  context: CommandContext,
): Promise<Outcome<null>> {
  const { on, did, events } = planter(ports, tx, context);
  const { today } = context;
  const calendar = await plantCalendar(today, on, did);
  for (const code of namesOf(PROGRAMMES)) {
    const { id: programmeId } = await plantProgramme(code, calendar, on(today), did);
    for (const { particulars } of STUDENTS.filter(({ programme }) => programme === code)) {
      const { guardian, age, ...named } = particulars;
      const guardians = guardian ? [guardianOf(guardian, [])] : [];
      const dateOfBirth = today.subtract({ years: age, months: 4 });
      const { intakeId } = calendar;
      const student = await did(
        registerStudent({ ...named, programmeId, intakeId, dateOfBirth, guardians }, on(today)),
      );
      await did(admitStudent({ studentId: student.id }, on(today)));
    }
  }
  return { result: null, events };
}
