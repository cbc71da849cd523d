/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Viewer {\n    viewer {\n      actor\n      mode\n      scopes\n      sessionId\n      steppedUp\n      limits {\n        approve\n        disburse\n      }\n      person {\n        id\n        name\n        email\n        roles\n      }\n    }\n  }\n": typeof types.ViewerDocument,
    "\n  query Members(\n    $filter: MemberFilter\n    $orderBy: [MemberOrder!]\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    members(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {\n      nodes {\n        id\n        memberNo\n        name\n        phone\n        state\n        createdAt\n        branch {\n          name\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n    }\n  }\n": typeof types.MembersDocument,
};
const documents: Documents = {
    "\n  query Viewer {\n    viewer {\n      actor\n      mode\n      scopes\n      sessionId\n      steppedUp\n      limits {\n        approve\n        disburse\n      }\n      person {\n        id\n        name\n        email\n        roles\n      }\n    }\n  }\n": types.ViewerDocument,
    "\n  query Members(\n    $filter: MemberFilter\n    $orderBy: [MemberOrder!]\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    members(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {\n      nodes {\n        id\n        memberNo\n        name\n        phone\n        state\n        createdAt\n        branch {\n          name\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n    }\n  }\n": types.MembersDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Viewer {\n    viewer {\n      actor\n      mode\n      scopes\n      sessionId\n      steppedUp\n      limits {\n        approve\n        disburse\n      }\n      person {\n        id\n        name\n        email\n        roles\n      }\n    }\n  }\n"): (typeof documents)["\n  query Viewer {\n    viewer {\n      actor\n      mode\n      scopes\n      sessionId\n      steppedUp\n      limits {\n        approve\n        disburse\n      }\n      person {\n        id\n        name\n        email\n        roles\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Members(\n    $filter: MemberFilter\n    $orderBy: [MemberOrder!]\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    members(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {\n      nodes {\n        id\n        memberNo\n        name\n        phone\n        state\n        createdAt\n        branch {\n          name\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n    }\n  }\n"): (typeof documents)["\n  query Members(\n    $filter: MemberFilter\n    $orderBy: [MemberOrder!]\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    members(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {\n      nodes {\n        id\n        memberNo\n        name\n        phone\n        state\n        createdAt\n        branch {\n          name\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;
