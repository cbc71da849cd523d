/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A range: every bound that is present has to hold. */
export type DateTimeRange = {
  /** More, or later, than this. */
  readonly gt?: string | null | undefined;
  /** This, or more or later. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier, than this. */
  readonly lt?: string | null | undefined;
  /** This, or less or earlier. */
  readonly lte?: string | null | undefined;
};

/** Whether money is real. */
export type InstitutionMode =
  /** Providers are simulated. */
  | 'SANDBOX'
  /** Money is real. */
  | 'LIVE';

/** Which records of the list: those that meet every member that is present. */
export type MemberFilter = {
  /** Words, or beginnings of words, of the name, in any order, without case, accents and punctuation; or the member’s number, phone or national id in full. */
  readonly search?: string | null | undefined;
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these, each in full. */
  readonly memberNos?: ReadonlyArray<string> | null | undefined;
  /** Exactly this. */
  readonly name?: string | null | undefined;
  /** What name starts with, letter for letter. */
  readonly nameStartsWith?: string | null | undefined;
  /** Exactly this. */
  readonly nationalId?: string | null | undefined;
  /** Exactly this. */
  readonly phone?: string | null | undefined;
  /** Of this branch, by id. */
  readonly branchId?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<MemberState> | null | undefined;
  /** Exactly this. */
  readonly clientReference?: string | null | undefined;
  /** What clientReference starts with, letter for letter. */
  readonly clientReferenceStartsWith?: string | null | undefined;
  /** Whether there is any client reference. */
  readonly hasClientReference?: boolean | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type MemberOrder = {
  /** The key. */
  readonly by: MemberOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type MemberOrderField =
  /** By id. */
  | 'ID'
  /** By memberNo. */
  | 'MEMBER_NO'
  /** By name. */
  | 'NAME'
  /** By state. */
  | 'STATE'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** Where the member stands. */
export type MemberState =
  /** A person applies for membership. The member sends corrected particulars. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows VERIFY_KYC, REJECT_KYC, ERASE. */
  | 'PENDING_KYC'
  /** The identity could not be confirmed. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows RESUBMIT_KYC, ERASE. */
  | 'KYC_REJECTED'
  /** The identity was checked; the member may borrow and save. The identity was checked again, on fresh particulars. A suspension ends. A dormant member returns: the identity was checked again, on fresh particulars. The member lives: the death was recorded by mistake. Allows RENEW_KYC, SUSPEND, BLACKLIST, EXIT, RECORD_DEATH. */
  | 'ACTIVE'
  /** The society stops the member from new business. The member lives: the death was recorded by mistake. Allows REINSTATE, BLACKLIST, RECORD_DEATH. */
  | 'SUSPENDED'
  /** Close of business found no activity for the tenant’s dormancy period. The member lives: the death was recorded by mistake. Allows REACTIVATE, BLACKLIST, EXIT, RECORD_DEATH. */
  | 'DORMANT'
  /** Compliance ends the relationship. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows ERASE. */
  | 'BLACKLISTED'
  /** The member leaves, owing nothing and owed nothing. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows ERASE. */
  | 'EXITED'
  /** The member died. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows CORRECT_DEATH, ERASE. */
  | 'DECEASED';

/** Which end comes first. */
export type OrderDirection =
  /** The least, or the earliest, comes first. */
  | 'ASCENDING'
  /** The most, or the latest, comes first. */
  | 'DESCENDING';

/** What a person may do, by the work that they do. */
export type PersonRole =
  /** Takes applications of members and follows their loans and savings. Approves nothing. */
  | 'OFFICER'
  /** Takes money in and pays out what others have approved, up to a limit. */
  | 'TELLER'
  /** Approves what others have made or proposed, up to a limit. */
  | 'APPROVER'
  /** Keeps a school: students, enrolments, invoices and the fees that come in. */
  | 'BURSAR'
  /** Enters marks. */
  | 'LECTURER'
  /** Decides about alerts of money laundering, and about personal data. */
  | 'COMPLIANCE'
  /** Reads everything, and changes nothing. */
  | 'AUDITOR'
  /** Invites people and gives them their roles, keeps clients and settings. Moves no money. */
  | 'ADMINISTRATOR';

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly __typename: 'Query', readonly viewer: { readonly __typename: 'Viewer', readonly actor: string, readonly mode: InstitutionMode, readonly scopes: ReadonlyArray<string>, readonly sessionId: string | null, readonly steppedUp: boolean | null, readonly limits: { readonly __typename: 'RoleLimits', readonly approve: number | null, readonly disburse: number | null }, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string, readonly roles: ReadonlyArray<PersonRole> } | null } };

export type MembersQueryVariables = Exact<{
  filter?: MemberFilter | null | undefined;
  orderBy?: ReadonlyArray<MemberOrder> | MemberOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type MembersQuery = { readonly __typename: 'Query', readonly members: { readonly __typename: 'MemberConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Member', readonly id: string, readonly memberNo: string, readonly name: string, readonly phone: string, readonly state: MemberState, readonly createdAt: string, readonly branch: { readonly __typename: 'Branch', readonly name: string } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };


export const ViewerDocument = {"__meta__":{"hash":"sha256:bcc74447726a6a12558c374f0055e9ea8f26316982e23319bc0e47d584f3e6e1"}} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const MembersDocument = {"__meta__":{"hash":"sha256:1a0712b7a8ff205fd712a9a8a2417259d1addac3895704ce8804f4d81734bd98"}} as unknown as DocumentNode<MembersQuery, MembersQueryVariables>;
