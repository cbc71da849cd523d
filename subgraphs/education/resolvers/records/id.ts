/** In the graph a record is known by its uuid alone. */
export const id = ({ uuid }: { readonly uuid: string }) => uuid;

/** What another subgraph knows of a record. */
export type Reference = { readonly id: string };
