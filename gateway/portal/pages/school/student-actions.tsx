import { useRouter } from '@tanstack/react-router';
import { RecordActions } from '../../components/more-actions.tsx';
import { createdIn, offerLater } from '../../components/offer.tsx';
import type { Offered } from '../../components/step.ts';
import { useMay } from '../../frame/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { useDraftOffer } from './forms/draft-offer.ts';
import { enrolmentFormTexts } from './forms/enrolment-texts.ts';
import { studentFormTexts } from './forms/student-texts.ts';
import { studentSteps, type StudentInStep } from './steps/student-steps.ts';
import { studentStepTexts } from './steps/texts.ts';

type Props = {
  readonly student: StudentInStep & {
    readonly state: string;
    readonly pendingApprovals?: readonly { readonly command: string | null }[] | null;
    readonly programme?: { readonly id: string } | null;
  };
  readonly onDone: () => void;
};

/** The steps that lead a student on their way, the first ones first. */
const USUAL = ['admitStudent', 'enrolStudent', 'draftInvoice', 'changeStudent'];
/** Who takes a place in a period. */
const ENROLLABLE = ['ADMITTED', 'ACTIVE'];
/** Who gets no more invoices. */
const GONE = ['WITHDRAWN', 'DISCONTINUED', 'DECEASED'];
/** Where what was created has its page. */
const PLACES: { readonly [step: string]: string } = { enrolStudent: '/enrolments/', draftInvoice: '/invoices/' };

/** What may be done with a student now, by the one who looks. */
export function StudentActions({ student, onDone }: Props) {
  const t = useTexts(studentStepTexts);
  const router = useRouter();
  const may = useMay();
  // What is personal is cleared by who answers for it, and by no other.
  const isAllowed = ({ name }: Offered) => {
    if (name !== 'eraseStudent') return may('students:write');
    // What waits for a second person already is decided there, and is not proposed once more.
    return may('privacy:write') && !student.pendingApprovals?.some(({ command }) => command === 'ERASE_STUDENT');
  };
  const drafts = useDraftOffer({
    studentId: student.id,
    programmeId: student.programme?.id ?? null,
    enrolmentId: null,
  });
  const offers = [
    ...useForms(student),
    ...(GONE.includes(student.state) ? [] : drafts),
    ...studentSteps(student, t).filter(isAllowed),
  ];
  const done = (data: unknown, name: string) => {
    const created = createdIn(data);
    const place = PLACES[name];
    if (place !== undefined && created !== null) void router.navigate({ to: `${place}${created}` });
    else onDone();
  };
  return <RecordActions steps={offers} usual={USUAL} next={['admitStudent', 'enrolStudent']} onDone={done} />;
}

/** What is chosen from the school's catalogue. */
function useForms({ id, state, availableActions }: Props['student']): readonly Offered[] {
  const t = useTexts(studentFormTexts);
  const enrolment = useTexts(enrolmentFormTexts);
  const may = useMay();
  if (!may('programmes:read')) return [];
  return [
    ...(may('enrolments:write') && ENROLLABLE.includes(state)
      ? [
          offerLater({
            name: 'enrolStudent',
            word: enrolment('enrol'),
            title: enrolment('enrolTitle'),
            of: { id },
            load: () => import('./forms/enrol-student.tsx'),
          }),
        ]
      : []),
    ...(may('students:write') && availableActions.includes('EDIT')
      ? [
          offerLater({
            name: 'changeStudent',
            word: t('changeWord'),
            title: t('change'),
            of: { id },
            load: () => import('./forms/change-student.tsx'),
          }),
        ]
      : []),
  ];
}
