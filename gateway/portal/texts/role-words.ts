import type { PersonRole } from '../graph/generated/graphql.ts';
import type { InLanguages } from './texts.ts';

/** The words of roles. */
export const roleWords: { readonly [Role in PersonRole]: InLanguages } = {
  OFFICER: { en: 'Loan officer', sw: 'Afisa mikopo' },
  TELLER: { en: 'Teller', sw: 'Keshia' },
  APPROVER: { en: 'Approver', sw: 'Mwidhinishaji' },
  BURSAR: { en: 'Bursar', sw: 'Mhasibu wa shule' },
  LECTURER: { en: 'Lecturer', sw: 'Mhadhiri' },
  REGISTRAR: { en: 'Registrar', sw: 'Msajili' },
  COMPLIANCE: { en: 'Compliance officer', sw: 'Afisa uzingatiaji' },
  AUDITOR: { en: 'Auditor', sw: 'Mkaguzi' },
  DEVELOPER: { en: 'Developer', sw: 'Msanidi' },
  ADMINISTRATOR: { en: 'Administrator', sw: 'Msimamizi' },
};
