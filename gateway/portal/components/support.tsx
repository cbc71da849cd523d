import { useState } from 'react';
import type { CombinedError } from 'urql';
import { frameTexts } from '../frame/texts.ts';
import { useTexts } from '../texts/texts.ts';

type Fault = {
  /** Null where nothing came that says what went wrong. */
  readonly error: CombinedError | null;
  /** What those who look for the cause find it by, beside the request. */
  readonly facts?: Readonly<Record<string, string>>;
};

/** The request by which those who can find out why find what went wrong. */
export function RequestOf({ error }: Pick<Fault, 'error'>) {
  const t = useTexts(frameTexts);
  const requestId = requestIdOf(error);
  if (requestId === null) return null;
  return (
    <p className="faint">
      {t('request')} <code>{requestId}</code>
    </p>
  );
}

/** Copies what a person sends to them. */
export function CopyForSupport({ error, facts = {} }: Fault) {
  const t = useTexts(frameTexts);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const found = {
      at: new Date().toISOString(),
      page: location.href,
      request_id: requestIdOf(error),
      message: error?.message ?? null,
      ...facts,
    };
    await navigator.clipboard.writeText(JSON.stringify(found, null, 2));
    setCopied(true);
  };
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      {isCopied ? t('copied') : t('copySupport')}
    </button>
  );
}

function requestIdOf(error: CombinedError | null): string | null {
  const named = error?.graphQLErrors[0]?.extensions['request_id'];
  if (typeof named === 'string') return named;
  const response: unknown = error?.response;
  return response instanceof Response ? response.headers.get('x-request-id') : null;
}
