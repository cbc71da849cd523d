import type { StateWords } from '../../../components/state.tsx';
import type {
  GradeEntry,
  GradingPreset,
  MarkRounding,
  ProgrammeLevel,
  ProgrammeState,
  TermKind,
} from '../../../graph/generated/graphql.ts';
import type { InLanguages } from '../../../texts/texts.ts';

type Words<Name extends string> = { readonly [Each in Name]: InLanguages };

export const levels: Words<ProgrammeLevel> = {
  SHORT_COURSE: { en: 'Short course', sw: 'Kozi fupi' },
  ARTISAN: { en: 'Artisan certificate', sw: 'Cheti cha ufundi' },
  CRAFT_CERTIFICATE: { en: 'Craft certificate', sw: 'Cheti cha ufundi stadi' },
  DIPLOMA: { en: 'Diploma', sw: 'Stashahada' },
  HIGHER_DIPLOMA: { en: 'Higher diploma', sw: 'Stashahada ya juu' },
  BACHELORS: { en: 'Bachelor’s degree', sw: 'Shahada ya kwanza' },
  MASTERS: { en: 'Master’s degree', sw: 'Shahada ya uzamili' },
  PHD: { en: 'Doctorate', sw: 'Shahada ya uzamivu' },
  SECONDARY: { en: 'Secondary school', sw: 'Shule ya sekondari' },
};

export const programmeStates: StateWords<ProgrammeState> = {
  ACTIVE: { tone: 'good', word: { en: 'Offered', sw: 'Inatolewa' } },
  RETIRED: { tone: 'neutral', word: { en: 'Retired', sw: 'Imeondolewa' } },
};

export const termKinds: Words<TermKind> = {
  SEMESTER: { en: 'Semester', sw: 'Semesta' },
  TRIMESTER: { en: 'Trimester', sw: 'Trimesta' },
  TERM: { en: 'Term', sw: 'Muhula' },
};

export const presets: Words<GradingPreset> = {
  KE_UNI5: { en: 'University, A to E', sw: 'Chuo kikuu, A hadi E' },
  KE_UNI8: { en: 'University, eight grades and a GPA of four points', sw: 'Chuo kikuu, madaraja manane na GPA ya nne' },
  KE_HEALTH: { en: 'Health sciences: 50 passes', sw: 'Sayansi ya afya: 50 hupita' },
  KE_POSTGRAD: { en: 'Postgraduate studies: 50 passes', sw: 'Uzamili: 50 hupita' },
  KCSE: { en: 'KCSE: grades are entered', sw: 'KCSE: madaraja huandikwa' },
  TVET_CDACC: { en: 'Technical training: competent, or not yet', sw: 'Ufundi: ameweza, au bado' },
};

export const entries: Words<GradeEntry> = {
  MARKS: { en: 'It follows from the mark', sw: 'Linatokana na alama' },
  GRADE: { en: 'It is entered', sw: 'Huandikwa' },
};

export const roundings: Words<MarkRounding> = {
  NONE: { en: 'Not rounded', sw: 'Haikadiriwi' },
  HALF_UP_0DP: { en: 'To whole marks, halves upwards', sw: 'Kwa alama kamili, nusu kwenda juu' },
};
