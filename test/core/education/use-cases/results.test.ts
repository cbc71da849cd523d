import { describe, expect, it } from 'vitest';
import { GRADING_PRESETS } from '#core/education/grading/presets.ts';
import type { ResultComponent } from '#core/education/result/marks.ts';
import { isVisible } from '#core/education/result/result.ts';
import { redefineGradingScale } from '#core/education/use-cases/catalogue/define-grading-scale.ts';
import { cancelEnrolment } from '#core/education/use-cases/enrolment/move-enrolment.ts';
import { enrolStudent } from '#core/education/use-cases/enrolment/enrol-student.ts';
import { amendResult } from '#core/education/use-cases/result/amend-result.ts';
import {
  publishResult,
  releaseResult,
  returnResult,
  submitResult,
  voidResult,
  withholdResult,
} from '#core/education/use-cases/result/move-result.ts';
import { changeResults } from '#core/education/use-cases/result/change-results.ts';
import { publishResults } from '#core/education/use-cases/result/publish-results.ts';
import { submitResults } from '#core/education/use-cases/result/submit-results.ts';
import { changeResult, recordResult, type RecordResult } from '#core/education/use-cases/result/record-result.ts';
import type { PresetCode } from '#core/education/grading/presets.ts';
import { anActiveStudent, day, openSchool, refused, refusedField } from '#test/support/education-school.ts';
import { educationPorts } from '#test/support/education-ports.ts';

const cat = (score: string | null): ResultComponent => ({
  kind: 'cat',
  label: 'CAT',
  maxScore: '30',
  score,
  weightBp: 3000,
});
const exam = (score: string | null): ResultComponent => ({
  kind: 'exam',
  label: 'Exam',
  maxScore: '70',
  score,
  weightBp: 7000,
});

async function aUnit(options: { scale?: PresetCode; fourEyes?: boolean } = {}) {
  const dean = educationPorts({ fourEyesOnResults: options.fourEyes ?? true });
  const ports = dean.as('lecturer');
  const school = await openSchool(ports, options.scale);
  const { student, enrolment } = await anActiveStudent(ports, school);
  const record = (components: readonly ResultComponent[], rest: Partial<RecordResult> = {}) =>
    recordResult({ enrolmentId: enrolment.id, unitId: school.units[0]?.id ?? 0, components, ...rest }, ports);
  const published = async (components: readonly ResultComponent[], rest: Partial<RecordResult> = {}) => {
    const { result } = await record(components, rest);
    await submitResult({ resultId: result.id }, ports);
    await publishResult({ resultId: result.id }, dean);
    return result;
  };
  return { ports, dean: dean.as('dean'), school, student, enrolment, record, published };
}

describe('Recording a result', () => {
  it('works the mark out under the programme’s scale', async () => {
    const { record, student } = await aUnit();
    const { result, events } = await record([cat('24'), exam('52.00')]);
    expect(result).toMatchObject({
      studentId: student.id,
      attempt: 1,
      state: 'draft',
      scoreStatus: 'fully_graded',
      totalMark: '76.00',
      grade: 'A',
      gradePoints: '4.0',
      remark: 'pass',
      enteredBy: 'lecturer',
      scaleVersion: null,
    });
    expect(result.components[1]?.score).toBe('52');
    expect(events.map((emitted) => emitted.type)).toEqual(['result.created']);
  });

  it.each([
    ['weights of 9000', [cat('1'), { ...exam('1'), weightBp: 6000 }], 'components', 'weights'],
    ['a score of 31 out of 30', [cat('31'), exam('1')], 'components.0.score', 'above_max'],
    ['a score below zero', [cat('-1'), exam('1')], 'components.0.score', 'format'],
    ['a score that is no number', [cat('ten'), exam('1')], 'components.0.score', 'format'],
    ['a maximum of zero', [{ ...cat(null), maxScore: '0' }, exam('1')], 'components.0.max_score', 'range'],
    ['no components', [], 'components', 'length'],
  ])('is refused with %s', async (_, components, field, code) => {
    const { record } = await aUnit();
    await refusedField(record(components), field, code);
  });

  it('is refused twice for one unit, term and attempt, until the first is void', async () => {
    const { ports, record } = await aUnit();
    const { result } = await record([cat('1'), exam('1')]);
    await refused(record([cat('1'), exam('1')]), 'result_exists', { existing_id: result.id });
    expect((await record([cat('1'), exam('1')], { attempt: 2 })).result.attempt).toBe(2);
    await voidResult({ resultId: result.id, reason: 'wrong student' }, ports);
    expect((await record([cat('1'), exam('1')])).result.id).not.toBe(result.id);
  });

  it('is refused for other units, students and attempts, and for an enrolment that never began', async () => {
    const { ports, school, enrolment, record } = await aUnit();
    const components = [cat('1'), exam('1')];
    await refused(record(components, { unitId: 99 }), 'unknown_reference');
    await refused(record(components, { enrolmentId: 99 }), 'unknown_reference');
    await refused(record(components, { termId: 99 }), 'unknown_reference');
    await refusedField(record(components, { studentId: 99 }), 'student_id', 'mismatch');
    await refusedField(record(components, { attempt: 4 }), 'attempt');
    await refusedField(record(components, { grade: 'A' }), 'grade', 'computed');
    const { studentId, programmeId } = enrolment;
    const { result: other } = await enrolStudent(
      { studentId, programmeId, academicYearId: school.yearId, yearOfStudy: 1, enrolledOn: day('2026-01-20') },
      ports,
    );
    await refused(record(components, { enrolmentId: other.id }), 'enrolment_closed', { current_state: 'pending' });
    await cancelEnrolment({ enrolmentId: other.id }, ports);
    await refused(record(components, { enrolmentId: other.id }), 'enrolment_closed', { current_state: 'cancelled' });
  });

  it('takes the examiner’s grade on a scale of grades', async () => {
    const { record } = await aUnit({ scale: 'KCSE' });
    const paper = { ...exam(null), weightBp: 10_000 };
    await refusedField(record([paper], { grade: 'F' }), 'grade', 'unknown');
    const { result } = await record([paper], { grade: 'B+' });
    expect(result).toMatchObject({ grade: 'B+', gradePoints: '10', totalMark: null, scoreStatus: 'fully_graded' });
  });
});

describe('Changing scores', () => {
  it('derives mark and grade again; a change of nothing emits no event', async () => {
    const { ports, record } = await aUnit();
    const { result } = await record([cat('24'), exam(null)]);
    expect(result).toMatchObject({ scoreStatus: 'partially_graded', grade: null });
    const change = (score: string) =>
      changeResult({ resultId: result.id, components: [cat('24'), exam(score)] }, ports);
    expect((await change('52')).events.map((emitted) => emitted.type)).toEqual(['result.updated']);
    expect(result).toMatchObject({ scoreStatus: 'fully_graded', grade: 'A' });
    expect((await change('52.0')).events).toEqual([]);
  });

  it('marks an absence, and takes it back', async () => {
    const { ports, record } = await aUnit();
    const { result } = await record([cat('24'), exam(null)], { scoreStatus: 'absent' });
    expect(result).toMatchObject({ grade: 'X', totalMark: null });
    await changeResult({ resultId: result.id, scoreStatus: null, components: [cat('24'), exam('52')] }, ports);
    expect(result).toMatchObject({ grade: 'A', scoreStatus: 'fully_graded' });
    const half = changeResult(
      { resultId: result.id, scoreStatus: 'fully_graded', components: [cat('24'), exam(null)] },
      ports,
    );
    await refusedField(half, 'score_status', 'incomplete');
  });

  it('is locked once published', async () => {
    const { ports, published } = await aUnit();
    const result = await published([cat('24'), exam('52')]);
    const change = changeResult({ resultId: result.id, components: [cat('30'), exam('70')] }, ports);
    await refused(change, 'result_locked', { current_state: 'published' });
    expect(result.grade).toBe('A');
  });
});

describe('Publishing a result', () => {
  it('is done by another person, once it is complete', async () => {
    const { ports, dean, record } = await aUnit();
    const { result } = await record([cat('24'), exam(null)]);
    await submitResult({ resultId: result.id }, ports);
    expect(isVisible(result)).toBe(false);
    await refused(publishResult({ resultId: result.id }, ports), 'self_approval');
    await refused(publishResult({ resultId: result.id }, dean), 'result_incomplete', { missing: ['Exam'] });
    await returnResult({ resultId: result.id, reason: 'exam missing' }, dean);
    await changeResult({ resultId: result.id, components: [cat('24'), exam('52')] }, ports);
    await submitResult({ resultId: result.id }, ports);
    const { events } = await publishResult({ resultId: result.id }, dean);
    expect(result).toMatchObject({ state: 'published', scaleVersion: 1, publishedVersion: 1, publishedBy: 'dean' });
    expect(isVisible(result)).toBe(true);
    expect(events).toMatchObject([{ type: 'result.published', data: { state: 'published', published_version: 1 } }]);
  });

  it('is not done by who entered one of the components, where others entered the rest (finding: the last one counted)', async () => {
    const { ports, dean, record } = await aUnit();
    const [first, second] = [ports.as('first'), ports.as('second')];
    const { result } = await record([cat(null), exam(null)]);
    const enter = (by: typeof ports, catScore: string | null, examScore: string | null) =>
      changeResult({ resultId: result.id, components: [cat(catScore), exam(examScore)] }, by);
    await enter(first, '24', null);
    await enter(second, '24', '52');
    await submitResult({ resultId: result.id }, dean);
    for (const by of [first, second, dean]) await refused(publishResult({ resultId: result.id }, by), 'self_approval');
    await returnResult({ resultId: result.id, reason: 'once more' }, dean);
    // Of the first one nothing stands any more.
    await enter(second, '25', '53');
    await submitResult({ resultId: result.id }, second);
    await publishResult({ resultId: result.id }, first);
    expect(result).toMatchObject({ state: 'published', enteredBy: 'second', alsoEnteredBy: [] });
    await refused(
      amendResult({ resultId: result.id, components: [cat('26'), exam('53')], reason: 'x' }, second),
      'self_approval',
    );
  });

  it('is not done by who entered a score that another has moved under another label or kind (finding: it freed them)', async () => {
    for (const renamed of [{ label: 'Test' }, { kind: 'assignment' }, { score: '024.0' }] as const) {
      const { ports, record } = await aUnit();
      const [first, second] = [ports.as('first'), ports.as('second')];
      const { result } = await record([cat(null), exam(null)]);
      await changeResult({ resultId: result.id, components: [cat('24'), exam('52')] }, first);
      await changeResult({ resultId: result.id, components: [{ ...cat('24'), ...renamed }, exam('53')] }, second);
      await submitResult({ resultId: result.id }, ports);
      expect(result.alsoEnteredBy).toEqual(['first']);
      await refused(publishResult({ resultId: result.id }, first), 'self_approval');
    }
  });

  it('is done neither by who entered the marks nor by who handed them in', async () => {
    const { ports, dean, record } = await aUnit();
    const { result } = await record([cat('24'), exam('52')]);
    await submitResult({ resultId: result.id }, ports.as('assistant'));
    await refused(publishResult({ resultId: result.id }, ports), 'self_approval');
    await refused(publishResult({ resultId: result.id }, ports.as('assistant')), 'self_approval');
    await publishResult({ resultId: result.id }, dean);
    expect(result.state).toBe('published');
  });

  it('is done by anybody where the institution says so', async () => {
    const { ports, record } = await aUnit({ fourEyes: false });
    const { result } = await record([cat('24'), exam('52')]);
    await submitResult({ resultId: result.id }, ports);
    await publishResult({ resultId: result.id }, ports);
    expect(result.state).toBe('published');
  });

  it('publishes an absence as X', async () => {
    const { published } = await aUnit();
    const result = await published([cat('24'), exam(null)], { scoreStatus: 'absent' });
    expect(result).toMatchObject({ state: 'published', grade: 'X', totalMark: null });
  });
});

describe('Amending a published result', () => {
  const first = [cat('18'), exam('40')]; // 18 + 40 = 58, a C
  const amended = [cat('18'), exam('44')];

  it('makes version 2 of 62, a B, and keeps version 1 of 58, a C', async () => {
    const { ports, dean, published } = await aUnit();
    const result = await published(first);
    const { events } = await amendResult(
      { resultId: result.id, components: amended, reason: 'a page was not marked' },
      dean.at('2026-02-05T09:00:00Z'),
    );
    expect(result).toMatchObject({
      state: 'published',
      totalMark: '62.00',
      grade: 'B',
      amended: true,
      amendedBy: 'dean',
      publishedVersion: 2,
    });
    expect(ports.tables.resultVersions.rows).toMatchObject([
      { number: 1, totalMark: '58.00', grade: 'C', reason: null },
      { number: 2, totalMark: '62.00', grade: 'B', reason: 'a page was not marked' },
    ]);
    expect(events.map((emitted) => emitted.type)).toEqual(['result.amended']);
  });

  it('needs a reason, and another person than the one who entered the marks', async () => {
    const { ports, dean, published } = await aUnit();
    const result = await published(first);
    await refusedField(amendResult({ resultId: result.id, components: amended }, dean), 'reason', 'required');
    await refused(amendResult({ resultId: result.id, components: amended, reason: 'x' }, ports), 'self_approval');
    expect(result).toMatchObject({ totalMark: '58.00', amended: false });
  });

  it('keeps the edition of the scale that was frozen, unless a rescale is requested', async () => {
    const { dean, published } = await aUnit();
    const result = await published(first);
    const { definition } = GRADING_PRESETS.KE_UNI8;
    await redefineGradingScale({ gradingScaleId: result.gradingScaleId, definition }, dean);
    await amendResult({ resultId: result.id, components: [cat('18'), exam('38')], reason: 'recount' }, dean);
    expect(result).toMatchObject({ totalMark: '56.00', grade: 'C', scaleVersion: 1 });
    await amendResult({ resultId: result.id, reason: 'new regulations', rescale: true }, dean);
    expect(result).toMatchObject({ totalMark: '56.00', grade: 'C+', scaleVersion: 2, publishedVersion: 3 });
  });
});

describe('A published result', () => {
  it('is withheld with a reason code and released again', async () => {
    const { ports, published } = await aUnit();
    const result = await published([cat('24'), exam('52')]);
    const bad = withholdResult({ resultId: result.id, reason: 'spite' as never }, ports);
    await refusedField(bad, 'reason', 'unknown');
    const { events } = await withholdResult({ resultId: result.id, reason: 'fees' }, ports);
    // No marks leave with the event.
    expect(events[0]?.data).toEqual({
      student_id: result.studentId,
      unit_id: result.unitId,
      attempt: 1,
      state: 'withheld',
      published_version: 1,
      reason: 'fees',
    });
    await releaseResult({ resultId: result.id }, ports);
    expect(result).toMatchObject({ state: 'published', withheldReason: null });
  });

  it('is voided with a reason', async () => {
    const { ports, published } = await aUnit();
    const result = await published([cat('24'), exam('52')]);
    await refusedField(voidResult({ resultId: result.id }, ports), 'reason');
    await voidResult({ resultId: result.id, reason: 'wrong unit' }, ports);
    expect(result.state).toBe('void');
  });
});

describe('A sheet of marks', () => {
  it('keeps each row or not: a refused one, or one decided on an older version, keeps none of the others', async () => {
    const { record, ports } = await aUnit();
    const opened = [];
    for (const attempt of [1, 2, 3]) opened.push((await record([cat('24'), exam(null)], { attempt })).result);
    const [first, second, third] = opened.map(({ id }) => id) as [number, number, number];
    const rows = [
      { resultId: first, version: opened[0]?.version ?? 0, components: [cat('24'), exam('52')] },
      { resultId: second, components: [cat('31'), exam('52')] },
      { resultId: third, version: 77, components: [cat('20'), exam('40')] },
      { resultId: first, components: [cat('1'), exam('1')] },
    ];
    const { result, events } = await changeResults({ rows }, ports);
    expect(result.map((row) => row.refusal?.code ?? row.result?.totalMark)).toEqual([
      '76.00',
      'validation_failed',
      'precondition_failed',
      'validation_failed',
    ]);
    expect(events.map(({ type }) => type)).toEqual(['result.updated']);
    expect(opened.map(({ scoreStatus }) => scoreStatus)).toEqual([
      'fully_graded',
      'partially_graded',
      'partially_graded',
    ]);
  });

  it('is handed in as a whole, or not at all', async () => {
    const { record, ports } = await aUnit();
    const { result: first } = await record([cat('24'), exam('52')]);
    const { result: second } = await record([cat('24'), exam('52')], { attempt: 2 });
    const { result: handedIn } = await submitResults({ resultIds: [first.id, second.id] }, ports);
    expect(handedIn.map(({ state }) => state)).toEqual(['submitted', 'submitted']);
    const again = submitResults({ resultIds: [first.id] }, ports);
    await refused(again, 'invalid_state_transition', { current_state: 'submitted', at: 'result_ids.0' });
  });
});

describe('Publishing many results', () => {
  it('releases all of them', async () => {
    const { record, ports, dean } = await aUnit();
    const ids: number[] = [];
    for (const attempt of [1, 2]) {
      const { result } = await record([cat('24'), exam('52')], { attempt });
      await submitResult({ resultId: result.id }, ports);
      ids.push(result.id);
    }
    const { result: published, events } = await publishResults({ resultIds: ids }, dean);
    expect(published.map(({ id, state }) => [id, state])).toEqual(ids.map((id) => [id, 'published']));
    expect(events.map(({ type }) => type)).toEqual(['result.published', 'result.published']);
  });

  it('says which of them can’t be published', async () => {
    const { record, ports, dean } = await aUnit();
    const { result: ready } = await record([cat('24'), exam('52')]);
    await submitResult({ resultId: ready.id }, ports);
    const { result: draft } = await record([cat('24'), exam('52')], { attempt: 2 });
    const both = publishResults({ resultIds: [ready.id, draft.id] }, dean);
    await refused(both, 'invalid_state_transition', { current_state: 'draft', at: 'result_ids.1' });
  });

  it('takes each once, and some', async () => {
    const { dean } = await aUnit();
    await refusedField(publishResults({ resultIds: [] }, dean), 'result_ids', 'length');
    await refusedField(publishResults({ resultIds: [4, 4] }, dean), 'result_ids', 'unique');
  });
});
