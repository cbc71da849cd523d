import { texts } from '../../../texts/texts.ts';

/** What the form of a result asks for beyond the sheet of marks. */
export const resultFormTexts = texts({
  en: {
    change: 'Change',
    changeTitle: 'Change the marks',
    parts: 'Parts that are marked',
    partsHint: 'Their weights come to 100 percent.',
    addPart: 'Add a part',
    kind: 'Kind',
    label: 'Name',
    maxScore: 'Out of',
    score: 'Score',
    weight: 'Percent of the whole',
    status: 'Why there is no mark',
    statusHint: 'Left empty, the mark follows from the scores.',
    grade: 'Grade',
    gradeHint: 'Only where the scale of the programme has grades entered.',
  },
  sw: {
    change: 'Badilisha',
    changeTitle: 'Badilisha alama',
    parts: 'Sehemu zinazopimwa',
    partsHint: 'Uzito wao ni asilimia 100 kwa jumla.',
    addPart: 'Ongeza sehemu',
    kind: 'Aina',
    label: 'Jina',
    maxScore: 'Kati ya',
    score: 'Alama',
    weight: 'Asilimia ya yote',
    status: 'Kwa nini hakuna alama',
    statusHint: 'Ikiachwa tupu, alama inatokana na sehemu zake.',
    grade: 'Daraja',
    gradeHint: 'Pale tu ambapo mizani ya programu huandikiwa madaraja.',
  },
});
