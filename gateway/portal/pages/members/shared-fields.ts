import type { Field } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { T } from './step-texts.ts';

export const BRANCHES = graphql(`
  query BranchesOfMembers {
    branches {
      id
      name
    }
  }
`);

export type Branches = readonly { readonly id: string; readonly name: string }[];

export const branchField = (branches: Branches, initial: string, t: T): Field => ({
  name: 'branchId',
  kind: 'choice',
  label: t('branch'),
  isRequired: true,
  choices: branches.map(({ id, name }) => [id, name]),
  initial,
});
export const nameField = (initial: string, t: T): Field => ({
  name: 'name',
  kind: 'text',
  label: t('name'),
  isRequired: true,
  initial,
});
export const phoneField = (initial: string, t: T): Field => ({
  name: 'phone',
  kind: 'phone',
  label: t('phone'),
  hint: t('phoneHint'),
  isRequired: true,
  initial,
});
