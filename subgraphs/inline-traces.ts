import type { ApolloServerPlugin, BaseContext } from '@apollo/server';

const HEADER = 'apollo-federation-include-trace';

/**
 * Shows a gateway of another make that asks for it how long each field took (federated tracing, `ftv1`); what errors say
 * is masked. Our own gateway asks for none, and no request pays for it: nothing of it is loaded until then.
 */
export function inlineTraces<Context extends BaseContext>(): ApolloServerPlugin<Context> {
  return {
    async requestDidStart(request) {
      if (request.request.http?.headers.get(HEADER) !== 'ftv1') return undefined;
      const { ApolloServerPluginInlineTrace } = await import('@apollo/server/plugin/inlineTrace');
      // A listener of what becomes of one request, whatever its context is.
      return (await ApolloServerPluginInlineTrace().requestDidStart?.(request as never)) ?? undefined;
    },
  };
}
