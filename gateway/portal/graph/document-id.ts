/** The hash of a document: the generated ones have it, and no text of theirs is in the bundle. */
export function documentIdOf(document: object): string | undefined {
  // The generator adds it to what its types say.
  const { documentId } = document as { readonly documentId?: string };
  return documentId;
}
