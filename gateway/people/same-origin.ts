type Request = { readonly method: string; readonly headers: Readonly<Record<string, string | string[] | undefined>> };

/** The header that our own pages send. A page of another origin can’t, without a leave (CORS) that it is never given. */
export const OWN_PAGE = 'x-umoja-page';

/**
 * True where a request that a browser adds a session to was made by our own page. Two locks: the origin that the browser
 * names, and a header that no form and no image carries.
 */
export function isFromOwnPage({ method, headers }: Request, origin: string): boolean {
  if (headers[OWN_PAGE] === undefined) return false;
  if (headers.origin === undefined)
    return method === 'GET' && ['same-origin', undefined].includes(text(headers['sec-fetch-site']));
  return headers.origin === origin;
}

const text = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);
