import { ROLE_NAMES, type Role } from '#core/people/roles.ts';

/** When each person comes to work there, in hundredths of the history: before the first step that is theirs. */
const COMES: { readonly [R in Role]: number } = {
  administrator: 0,
  officer: 0,
  teller: 0,
  approver: 0,
  bursar: 0,
  lecturer: 2,
  registrar: 11,
  compliance: 19,
  auditor: 34,
  developer: 63,
};

/** Who works there on a day of a history of so many. */
export const staffOn = (day: number, days: number): readonly Role[] =>
  ROLE_NAMES.filter((role) => day >= Math.floor((COMES[role] * days) / 100));
