import { lists } from '#platform/app/lists.ts';
import type { ListsByType } from '../lists.ts';

/** What lists.graphql is derived from. */
export const accessLists = { Person: lists.people } satisfies ListsByType;
