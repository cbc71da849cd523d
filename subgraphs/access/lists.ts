import { lists } from '#platform/app/lists.ts';
import type { ListsByType } from '../lists.ts';

/** What lists.graphql is derived from. */
export const accessLists = {
  Person: lists.people,
  Client: lists.clients,
  ClientRequest: lists.requests,
  Audit: lists.audit,
} satisfies ListsByType;
