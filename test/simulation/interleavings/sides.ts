import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DomainError } from '#core/kernel/domain-error.ts';
import { connectSuperuser } from '#test/support/database.ts';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';
import { throughPort } from '#test/support/test-server.ts';
import { openGate, type Gate } from './gate.ts';
import type { Asked, Done } from './requests.ts';

export type Side = 0 | 1;
export const otherOf = (side: Side): Side => (side === 0 ? 1 : 0);

/** Two processes on one database. */
export type Sides = {
  readonly gates: readonly [Gate, Gate];
  /** @returns the status, of a refusal with its code */
  readonly send: (side: Side, asked: Asked | Done, key: string) => Promise<string>;
  /** Waits until the request is held back, or is over, or waits for a lock of the other one. */
  readonly settled: (side: Side, held: Promise<void> | null, over: Promise<unknown>) => Promise<void>;
  readonly close: () => Promise<void>;
};

const PATIENCE_MS = 20_000;

/** @param concerns which statements others can notice */
export async function openSides(ports: RestTestApp, concerns: (text: string) => boolean): Promise<Sides> {
  const watcher = await connectSuperuser(ports.settings);
  watcher.on('error', () => undefined);
  const target = Number(new URL(ports.settings.adminUrl).port);
  const gates = [await openGate(target, concerns), await openGate(target, concerns)] as const;
  const open = ({ line }: Gate) => openRestTestApp({ beside: through(ports, line.port) });
  const apps = [await open(gates[0]), await open(gates[1])] as const;
  for (const { clock } of apps) clock.ahead = ports.clock.ahead;
  return {
    gates,
    send: async (side, asked, key) => {
      if ('run' in asked) return asked.run(apps[side].app).then(() => '200', endedWith);
      const { method, path, body, token } = asked;
      const reply = await apps[side].call(method, path, { token, key, ...(body ? { body } : {}) });
      const refusal = reply.body?.code ?? reply.text.slice(0, 80);
      return reply.status < 300 ? String(reply.status) : `${reply.status} ${refusal}`;
    },
    settled: async (side, held, over) => {
      let isSettled = false;
      const first = Promise.race([...(held ? [held] : []), over]).then(() => (isSettled = true));
      const end = performance.now() + PATIENCE_MS;
      for (let wait = 4; performance.now() < end; wait = 2) {
        await Promise.race([first, pause(wait)]);
        if (isSettled || (await isBlocked(watcher, gates[side].line.backends()))) return;
      }
    },
    close: async () => {
      for (const app of apps) await app.close();
      for (const { line } of gates) await line.close();
      await watcher.end();
    },
  };
}

const endedWith = (error: unknown): string =>
  error instanceof DomainError ? `409 ${error.code}` : `500 ${Error.isError(error) ? error.message : String(error)}`;

async function isBlocked(watcher: pg.Client, backends: readonly number[]): Promise<boolean> {
  const { rows } = await watcher.query<{ blocked: boolean }>(
    'select exists (select from pg_locks where pid = any ($1::int[]) and not granted) as blocked',
    [backends],
  );
  return rows[0]?.blocked ?? false;
}

/** The settings of a process whose connections go through a line. */
function through({ settings }: RestTestApp, port: number): Pick<RestTestApp, 'settings'> {
  return { settings: { ...settings, adminUrl: throughPort(settings.adminUrl, port) } };
}
