/** A reply that callers share, each of them waiting until its own deadline; `late` is what it gets then. */
export function within<Reply>(deadline: AbortSignal, reply: Promise<Reply>, late: Reply): Promise<Reply> {
  if (deadline.aborted) return Promise.resolve(late);
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(late);
    deadline.addEventListener('abort', onAbort, { once: true });
    reply.then(resolve, reject).finally(() => deadline.removeEventListener('abort', onAbort));
  });
}
