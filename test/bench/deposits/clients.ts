import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../faults/call.ts';
import type { DepositOffice } from './office.ts';

/** Minor units of each deposit. */
const AMOUNT = 777;

/** A deposit that was confirmed to a client, and when: milliseconds since 1970. */
export type Confirmed = { readonly id: string; readonly at: number };

/**
 * Clients that deposit without a pause, each with a key, which is repeated until it is confirmed. Repeating is what the contract
 * asks of a client where no reply came, or 503; any other reply is a failure.
 * @param addresses where the system is to be reached, one after the other
 */
export function takeDeposits(office: DepositOffice, clients: number, addresses: readonly string[]) {
  const confirmed: Confirmed[] = [];
  const failures: string[] = [];
  let repeated = 0;
  let isOver = false;
  const deposit = (at: string, key: string) =>
    call(at, `/api/v1/savings_accounts/${office.account}/transactions`, {
      token: office.token,
      key,
      body: { type: 'deposit', amount: AMOUNT, channel: 'cash' },
    }).catch(() => null);

  async function confirm(key: string): Promise<void> {
    for (let tries = 0; !isOver || tries === 0; tries++) {
      const reply = await deposit(addresses[tries % addresses.length] ?? '', key);
      if (reply?.status === 201) {
        confirmed.push({ id: String(reply.body.id), at: Date.now() });
        return;
      }
      repeated += 1;
      if (reply !== null && ![409, 503].includes(reply.status))
        failures.push(`${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
      await sleep(200);
    }
  }
  const working = Array.from({ length: clients }, async () => {
    while (!isOver) await confirm(randomUUID());
  });
  return {
    confirmed: confirmed as readonly Confirmed[],
    failures: failures as readonly string[],
    repeated: () => repeated,
    end: async () => {
      isOver = true;
      await Promise.all(working);
    },
  };
}
