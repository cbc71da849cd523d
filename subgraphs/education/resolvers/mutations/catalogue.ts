import type { ComponentKind } from '#core/education/grading/component.ts';
import type { PresetCode } from '#core/education/grading/presets.ts';
import type { GradingScale, ScaleDefinition } from '#core/education/grading/scale.ts';
import type { FeeCategory } from '#core/education/fee-category.ts';
import type { AcademicYear, Intake, Term, TermDetails, YearDetails } from '#core/education/programme/calendar.ts';
import type { FeeStructure } from '#core/education/programme/fee-structure.ts';
import type { Programme, ProgrammeDetails } from '#core/education/programme/programme.ts';
import type { Unit } from '#core/education/programme/unit.ts';
import type { SponsorshipType } from '#core/education/study.ts';
import { defined, filled } from '#core/kernel/defined.ts';
import { named } from '../../../change.ts';
import { check, storable, text } from '../../../check-input.ts';
import { change, type EducationContext } from '../../context.ts';
import { idNamed } from './ids.ts';

type DefinitionInput = Pick<ScaleDefinition, 'entry'> & {
  readonly bands: readonly {
    readonly grade: string;
    readonly minMark?: string | null;
    readonly points?: string | null;
    readonly passes: boolean;
  }[];
  readonly rounding?: ScaleDefinition['rounding'] | null;
  readonly passMark?: string | null;
  readonly supplementaryCap?: string | null;
  readonly weights?: readonly { readonly kind: ComponentKind; readonly weightBp: number }[] | null;
};
type Particulars = Omit<ProgrammeDetails, 'gradingScaleId'> & { readonly gradingScaleId: string };
type DefineProgramme = { readonly code: string } & Pick<
  Particulars,
  'name' | 'level' | 'durationTerms' | 'gradingScaleId'
> & { readonly [Field in 'department' | 'mode' | 'kuccpsCode']?: Particulars[Field] | null };
type OnProgramme = { readonly programmeId: string };
type ChangeProgramme = OnProgramme & { readonly [Field in keyof Particulars]?: Particulars[Field] | null };
type OpenAcademicYear = {
  readonly name: string;
  readonly startDate: Temporal.PlainDate;
  readonly endDate: Temporal.PlainDate;
};
type OpenTerm = OpenAcademicYear & {
  readonly academicYearId: string;
  readonly kind: Term['kind'];
  readonly registrationDeadline?: Temporal.PlainDate | null;
};
type ChangeAcademicYear = { readonly academicYearId: string } & {
  readonly [Field in keyof YearDetails]?: YearDetails[Field] | null;
};
type ChangeTerm = { readonly termId: string } & { readonly [Field in keyof TermDetails]?: TermDetails[Field] | null };
type OfferUnit = {
  readonly programmeId?: string | null;
  readonly code: string;
  readonly title: string;
  readonly creditHours: string;
  readonly yearOfStudy: number;
  readonly core?: boolean | null;
};
type DrawFeeStructure = {
  readonly name: string;
  readonly programmeId: string;
  readonly academicYearId: string;
  readonly termId?: string | null;
  readonly yearOfStudy?: number | null;
  readonly sponsorshipType?: SponsorshipType | null;
  readonly components: readonly {
    readonly code?: string | null;
    readonly description: string;
    readonly feeCategory: FeeCategory;
    readonly amount: bigint;
    readonly priority?: number | null;
  }[];
};
type Loaders = EducationContext['loaders'];

/** The payload around a record of the catalogue: `shows('programme', ({ programmes }) => programmes)`. */
const shows =
  (field: string, records: (loaders: Loaders) => { readonly byUuid: { load(uuid: string): Promise<unknown> } }) =>
  async (uuid: string, { loaders }: EducationContext) => ({ [field]: await records(loaders).byUuid.load(uuid) });

const showScale = shows('gradingScale', ({ gradingScales }) => gradingScales);
const showProgramme = shows('programme', ({ programmes }) => programmes);

/** The core checks what a definition says; here only its size. */
function definitionOf({ bands, rounding, passMark, supplementaryCap, weights, entry }: DefinitionInput) {
  return {
    entry,
    bands: bands.map(({ grade, minMark = null, points = null, passes }) => ({
      grade,
      minMark,
      points,
      remark: passes ? ('pass' as const) : ('fail' as const),
    })),
    rounding: rounding ?? 'none',
    passMark: passMark ?? null,
    supplementaryCap: supplementaryCap ?? null,
    weights: weights ?? [],
  };
}
const fewEnough = (most: number) => (value: unknown) =>
  // Both are lists in the schema, which has let them through.
  (value as readonly unknown[]).length <= most ? null : `Send at most ${most}.`;
const definition = { 'definition.bands': fewEnough(30), 'definition.weights': fewEnough(20) };

const adoptGradingScale = change<{ readonly preset: PresetCode }, GradingScale>({
  show: showScale,
  run: async ({ input, context: { app } }, request) => app.education.adoptPreset(request(), { code: input.preset }),
});

const defineGradingScale = change<
  { readonly code: string; readonly name: string; readonly definition: DefinitionInput },
  GradingScale
>({
  show: showScale,
  run: async ({ input, context: { app } }, request) => {
    check(input, definition);
    const { code, name } = input;
    return app.education.defineGradingScale(request(), { code, name, definition: definitionOf(input.definition) });
  },
});

const redefineGradingScale = change<
  { readonly gradingScaleId: string; readonly definition: DefinitionInput },
  GradingScale
>({
  show: showScale,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, definition);
    const scale = await named('gradingScaleId', input.gradingScaleId, 'grading scale', loaders.gradingScales.byUuid);
    const command = { gradingScaleId: scale.id, ...defined({ version }), definition: definitionOf(input.definition) };
    return app.education.redefineGradingScale(request(), command);
  },
});

const programmeRules = { department: text(100), kuccpsCode: text(20) };

const defineProgramme = change<DefineProgramme, Programme>({
  show: showProgramme,
  run: async ({ input, context: { app, loaders } }, request) => {
    check(input, programmeRules);
    const { department = null, kuccpsCode = null, mode, gradingScaleId, ...rest } = input;
    const scale = await named('gradingScaleId', gradingScaleId, 'grading scale', loaders.gradingScales.byUuid);
    return app.education.defineProgramme(request(), {
      ...rest,
      department,
      kuccpsCode,
      mode: mode ?? 'full_time',
      gradingScaleId: scale.id,
    });
  },
});

const changeProgramme = change<ChangeProgramme, Programme>({
  show: showProgramme,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, programmeRules);
    const { programmeId, department, kuccpsCode, gradingScaleId, ...rest } = input;
    const [programme, scaleId] = await Promise.all([
      named('programmeId', programmeId, 'programme', loaders.programmes.byUuid),
      idNamed('gradingScaleId', gradingScaleId, 'grading scale', loaders.gradingScales.byUuid),
    ]);
    const changes = { ...defined({ department, kuccpsCode }), ...filled({ ...rest, gradingScaleId: scaleId }) };
    return app.education.changeProgramme(request(), { programmeId: programme.id, ...defined({ version }), changes });
  },
});

const openAcademicYear = change<OpenAcademicYear, AcademicYear>({
  show: shows('academicYear', ({ academicYears }) => academicYears),
  run: async ({ input, context: { app } }, request) => app.education.openAcademicYear(request(), input),
});

const openTerm = change<OpenTerm, Term>({
  show: shows('term', ({ terms }) => terms),
  run: async ({ input, context: { app, loaders } }, request) => {
    const year = await named('academicYearId', input.academicYearId, 'academic year', loaders.academicYears.byUuid);
    return app.education.openTerm(request(), { ...input, academicYearId: year.id });
  },
});

const changeAcademicYear = change<ChangeAcademicYear, AcademicYear>({
  show: shows('academicYear', ({ academicYears }) => academicYears),
  run: async ({ input, version, context: { app, loaders } }, request) => {
    const { academicYearId, ...rest } = input;
    const year = await named('academicYearId', academicYearId, 'academic year', loaders.academicYears.byUuid);
    const command = { academicYearId: year.id, ...defined({ version }), changes: filled(rest) };
    return app.education.changeAcademicYear(request(), command);
  },
});

const changeTerm = change<ChangeTerm, Term>({
  show: shows('term', ({ terms }) => terms),
  run: async ({ input, version, context: { app, loaders } }, request) => {
    const { termId, registrationDeadline, ...rest } = input;
    const term = await named('termId', termId, 'term', loaders.terms.byUuid);
    const changes = { ...defined({ registrationDeadline }), ...filled(rest) };
    return app.education.changeTerm(request(), { termId: term.id, ...defined({ version }), changes });
  },
});

const openIntake = change<{ readonly name: string; readonly month: number; readonly year: number }, Intake>({
  show: shows('intake', ({ intakes }) => intakes),
  run: async ({ input, context: { app } }, request) => app.education.openIntake(request(), input),
});

const offerUnit = change<OfferUnit, Unit>({
  show: shows('unit', ({ units }) => units),
  run: async ({ input, context: { app, loaders } }, request) => {
    const { programmeId, core, ...rest } = input;
    const programme = await idNamed('programmeId', programmeId, 'programme', loaders.programmes.byUuid);
    return app.education.offerUnit(request(), { ...rest, programmeId: programme ?? null, core: core ?? false });
  },
});

const drawFeeStructure = change<DrawFeeStructure, FeeStructure>({
  show: shows('feeStructure', ({ feeStructures }) => feeStructures),
  run: async ({ input, context: { app, loaders } }, request) => {
    check(input, { name: text(100), components: storable });
    const [programme, year, termId] = await Promise.all([
      named('programmeId', input.programmeId, 'programme', loaders.programmes.byUuid),
      named('academicYearId', input.academicYearId, 'academic year', loaders.academicYears.byUuid),
      idNamed('termId', input.termId, 'term', loaders.terms.byUuid),
    ]);
    return app.education.drawFeeStructure(request(), {
      name: input.name,
      programmeId: programme.id,
      academicYearId: year.id,
      termId: termId ?? null,
      yearOfStudy: input.yearOfStudy ?? null,
      sponsorshipType: input.sponsorshipType ?? null,
      components: input.components.map(({ code = null, priority = null, ...component }) => ({
        ...component,
        code,
        priority,
      })),
    });
  },
});

export const catalogueMutations = {
  adoptGradingScale,
  defineGradingScale,
  redefineGradingScale,
  defineProgramme,
  changeProgramme,
  openAcademicYear,
  changeAcademicYear,
  openTerm,
  changeTerm,
  openIntake,
  offerUnit,
  drawFeeStructure,
};
