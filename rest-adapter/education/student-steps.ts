import { studentLifecycle } from '#core/education/student/lifecycle.ts';
import { studentSteps } from '#core/education/use-cases/student/steps.ts';
import type { View } from '#platform/app/views.ts';
import type { Resource } from '../resource.ts';
import { studentBody } from './student-shape.ts';

export const studentTable = { steps: studentSteps, cycle: studentLifecycle };

export const students: Resource<View<'students'>> = {
  noun: 'student',
  one: (views) => views.students.one,
  body: (student, ids) => studentBody(student, ids, studentSteps),
  address: (student, ids) => `/api/v1/students/${ids(student)}`,
};
