import { graphql } from '../../../graph/generated/gql.ts';

/** What is done with the catalogue of a school, one mutation each. */

export const ADOPT_GRADING_SCALE = graphql(`
  mutation AdoptGradingScale($input: AdoptGradingScaleInput!, $idempotencyKey: String) {
    adoptGradingScale(input: $input, idempotencyKey: $idempotencyKey) {
      gradingScale {
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
export const DEFINE_GRADING_SCALE = graphql(`
  mutation DefineGradingScale($input: DefineGradingScaleInput!, $idempotencyKey: String) {
    defineGradingScale(input: $input, idempotencyKey: $idempotencyKey) {
      gradingScale {
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
export const REDEFINE_GRADING_SCALE = graphql(`
  mutation RedefineGradingScale($input: RedefineGradingScaleInput!, $idempotencyKey: String, $version: Int) {
    redefineGradingScale(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      gradingScale {
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
export const DEFINE_PROGRAMME = graphql(`
  mutation DefineProgramme($input: DefineProgrammeInput!, $idempotencyKey: String) {
    defineProgramme(input: $input, idempotencyKey: $idempotencyKey) {
      programme {
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
export const CHANGE_PROGRAMME = graphql(`
  mutation ChangeProgramme($input: ChangeProgrammeInput!, $idempotencyKey: String, $version: Int) {
    changeProgramme(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      programme {
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
export const RETIRE_PROGRAMME = graphql(`
  mutation RetireProgramme($input: RetireProgrammeInput!, $idempotencyKey: String, $version: Int) {
    retireProgramme(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      programme {
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
export const REACTIVATE_PROGRAMME = graphql(`
  mutation ReactivateProgramme($input: ReactivateProgrammeInput!, $idempotencyKey: String, $version: Int) {
    reactivateProgramme(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      programme {
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
export const OPEN_ACADEMIC_YEAR = graphql(`
  mutation OpenAcademicYear($input: OpenAcademicYearInput!, $idempotencyKey: String) {
    openAcademicYear(input: $input, idempotencyKey: $idempotencyKey) {
      academicYear {
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
export const CHANGE_ACADEMIC_YEAR = graphql(`
  mutation ChangeAcademicYear($input: ChangeAcademicYearInput!, $idempotencyKey: String, $version: Int) {
    changeAcademicYear(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      academicYear {
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
export const CHANGE_TERM = graphql(`
  mutation ChangeTerm($input: ChangeTermInput!, $idempotencyKey: String, $version: Int) {
    changeTerm(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      term {
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
export const OPEN_TERM = graphql(`
  mutation OpenTerm($input: OpenTermInput!, $idempotencyKey: String) {
    openTerm(input: $input, idempotencyKey: $idempotencyKey) {
      term {
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
export const OPEN_INTAKE = graphql(`
  mutation OpenIntake($input: OpenIntakeInput!, $idempotencyKey: String) {
    openIntake(input: $input, idempotencyKey: $idempotencyKey) {
      intake {
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
export const OFFER_UNIT = graphql(`
  mutation OfferUnit($input: OfferUnitInput!, $idempotencyKey: String) {
    offerUnit(input: $input, idempotencyKey: $idempotencyKey) {
      unit {
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
export const DRAW_FEE_STRUCTURE = graphql(`
  mutation DrawFeeStructure($input: DrawFeeStructureInput!, $idempotencyKey: String) {
    drawFeeStructure(input: $input, idempotencyKey: $idempotencyKey) {
      feeStructure {
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
