import { stepOf, type Step } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { SponsorConsent, SponsorshipAction } from '../../../graph/generated/graphql.ts';
import type { Translate } from '../../../texts/texts.ts';
import { needed, text } from '../forms/words.ts';
import type { sponsorStepTexts } from './sponsor-texts.ts';

const SPONSOR = graphql(`
  mutation SponsorStudent($input: SponsorStudentInput!, $idempotencyKey: String) {
    sponsorStudent(input: $input, idempotencyKey: $idempotencyKey) {
      sponsorship {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const CONSENT = graphql(`
  mutation ChangeSponsorshipConsent($input: ChangeSponsorshipConsentInput!, $idempotencyKey: String, $version: Int) {
    changeSponsorshipConsent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      sponsorship {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const END = graphql(`
  mutation EndSponsorship($input: EndSponsorshipInput!, $idempotencyKey: String, $version: Int) {
    endSponsorship(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      sponsorship {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

type T = Translate<(typeof sponsorStepTexts)['en']>;
/** What its steps need of it. */
export type SponsorshipInStep = {
  readonly id: string;
  readonly version: number;
  readonly consent: string;
  readonly availableActions: readonly SponsorshipAction[];
};

const CONSENTS = ['BALANCE', 'MARKS', 'REVOKED'] as const satisfies readonly SponsorConsent[];
const shared = ({ id, version }: SponsorshipInStep) => ({ recordId: id, version });

function consentStep(sponsorship: SponsorshipInStep, t: T): Step {
  const { availableActions } = sponsorship;
  const consents = CONSENTS.filter((consent) => consent !== 'REVOKED' || availableActions.includes('REVOKE'));
  return stepOf({
    ...shared(sponsorship),
    name: 'changeSponsorshipConsent',
    title: t('consentTitle'),
    word: t('consent'),
    fields: [
      {
        name: 'consent',
        kind: 'choice',
        label: t('sees'),
        isRequired: true,
        choices: consents.map((consent) => [consent, t(consent)] as const),
        initial: CONSENTS.find((consent) => consent === sponsorship.consent) ?? '',
      },
    ],
    document: CONSENT,
    variables: ({ consent }, sent) => ({
      input: { sponsorshipId: sponsorship.id, consent: CONSENTS.find((each) => each === consent) ?? 'REVOKED' },
      ...sent,
    }),
    consequence: () => t('consentMeans'),
  });
}

const STEPS: { readonly [Action in SponsorshipAction]: ((sponsorship: SponsorshipInStep, t: T) => Step) | null } = {
  GRANT: consentStep,
  // What is taken back is one of the choices of the same form.
  REVOKE: null,
  END: (sponsorship, t) =>
    stepOf({
      ...shared(sponsorship),
      name: 'endSponsorship',
      title: t('endTitle'),
      word: t('end'),
      isDangerous: true,
      fields: [],
      document: END,
      variables: (_, sent) => ({ input: { sponsorshipId: sponsorship.id }, ...sent }),
      consequence: () => t('endMeans'),
    }),
};

/** What may be done with a sponsorship as it stands. */
export const sponsorshipSteps = (sponsorship: SponsorshipInStep, t: T): readonly Step[] =>
  sponsorship.availableActions.flatMap((action) => STEPS[action]?.(sponsorship, t) ?? []);

/** A member means to carry a part of the fees: known here by the number alone. */
export const sponsorStep = (studentId: string, t: T): Step =>
  stepOf({
    name: 'sponsorStudent',
    recordId: studentId,
    title: t('sponsorTitle'),
    word: t('sponsor'),
    fields: [
      { name: 'memberNo', kind: 'text', label: t('memberNo'), hint: t('memberHint'), isRequired: true },
      { name: 'relationship', kind: 'text', label: t('relationship'), hint: t('relationshipHint') },
      { name: 'shareBp', kind: 'number', label: t('share'), hint: t('shareHint') },
      { name: 'startedOn', kind: 'date', label: t('startedOn'), hint: t('startedHint') },
    ],
    document: SPONSOR,
    variables: ({ memberNo, relationship, shareBp, startedOn }, { idempotencyKey }) => ({
      input: {
        memberNo: needed(memberNo),
        studentId,
        relationship: text(relationship),
        shareBp: typeof shareBp === 'number' ? shareBp * 100 : null,
        startedOn: text(startedOn),
      },
      idempotencyKey,
    }),
    consequence: () => t('sponsorMeans'),
  });
