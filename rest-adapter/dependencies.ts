import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '#platform/auth/authenticate.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Span } from '#platform/runtime/tracing/tracing.ts';
import type { App } from '#platform/app/compose.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { RateLimiter } from '#platform/runtime/rate-limit.ts';
import type { Route, Tools } from './route.ts';

export type RestDependencies = {
  readonly app: App;
  readonly auth: Authenticator;
  readonly log: Log;
  /** How partners reach this server; the base of every link and problem type. */
  readonly baseUrl: string;
  readonly tools: Tools;
  readonly limiter: RateLimiter;
  /** Proxies (CIDR) whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
};

/** Adds endpoints that are no route rows: tokens, callbacks, pages. */
export type AddEndpoints = (server: FastifyInstance, dependencies: RestDependencies) => void;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    traceparent: string | null;
    /** The step of its trace. */
    span: Span | null;
    /** The body of the reply, where it may be logged. */
    sentBody: string | null;
  }
  interface FastifyContextConfig {
    row?: Route;
  }
}
