/**
 * What each event may do to the state of its record: `event from>to|to from>to`; the first event comes from nothing. From
 * portal.md 1 and the published diagrams: people, their sessions, and what a student lets a sponsor see.
 */
export const peopleLifecycles: Readonly<
  Record<string, { readonly table: string; readonly state?: string; readonly steps: string }>
> = {
  person: {
    table: 'person',
    steps: `
      person.invited >invited
      person.invited_again invited>invited active>active
      person.invitation_confirmed active>active
      person.joined invited>active active>active
      person.confirmed active>active
      person.roles_assigned invited>invited active>active suspended>suspended
      person.branches_assigned invited>invited active>active suspended>suspended
      person.clients_assigned invited>invited active>active suspended>suspended
      person.units_assigned invited>invited active>active suspended>suspended
      person.sign_in_failed active>active suspended>suspended
      person.suspended active>suspended
      person.resumed suspended>active
      person.left invited>left active>left suspended>left`,
  },
  session: {
    table: 'person_session',
    steps: `
      session.opened >open
      session.stepped_up open>open
      session.ended open>ended`,
  },
  sponsorship: {
    table: 'sponsorship',
    state: 'consent',
    steps: `
      sponsorship.created >pending
      sponsorship.consent_granted pending>balance|marks balance>balance|marks marks>balance|marks revoked>balance|marks
      sponsorship.consent_revoked pending>revoked balance>revoked marks>revoked
      sponsorship.ended pending>revoked balance>revoked marks>revoked revoked>revoked`,
  },
};
