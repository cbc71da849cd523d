import { useQuery } from 'urql';
import { Choice } from '../../components/list-tools.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import { useTexts } from '../../texts/texts.ts';
import { schoolTexts } from './texts.ts';

const STUDIES = graphql(`
  query Studies {
    programmes(first: 80) {
      nodes {
        id
        code
        name
      }
    }
    academicYears(first: 4) {
      nodes {
        id
        name
        terms {
          id
          name
        }
      }
    }
  }
`);

/** Narrows a list of the school by programme and term; both stand in the address. */
export function StudyChoices() {
  const t = useTexts(schoolTexts);
  const [{ data }] = useQuery({ query: STUDIES });
  return (
    <>
      <Choice
        name="programme"
        label={t('programme')}
        all={t('everyProgramme')}
        choices={data?.programmes?.nodes.map(({ id, code }) => [id, code]) ?? []}
      />
      <Choice
        name="term"
        label={t('term')}
        all={t('everyTerm')}
        choices={
          data?.academicYears?.nodes.flatMap(({ name: year, terms }) =>
            terms.map(({ id, name }) => [id, `${year} · ${name}`] as const),
          ) ?? []
        }
      />
    </>
  );
}
