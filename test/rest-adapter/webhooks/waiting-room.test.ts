import { describe, expect, it } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { waitingRoom } from '#rest/webhooks/waiting-room.ts';

const LONG = 60_000;

/** A room whose notifications are sent by hand. */
function room() {
  let wake: (tenantId: number | null) => void = () => undefined;
  const opened = waitingRoom((onChange) => {
    wake = onChange;
    return () => Promise.resolve();
  });
  const gone: number[] = [];
  const enter = (tenantId: number, clientId = 1) => {
    const left = opened.wait({ tenantId, clientId }, LONG);
    void left.then(() => gone.push(tenantId));
    return left;
  };
  return { enter, gone, close: opened.close, wake: (tenantId: number | null) => wake(tenantId) };
}

describe('Requests that wait for the change feed', () => {
  it('are woken by events of their own institution alone', async () => {
    const { enter, gone, wake, close } = room();
    const waits = [enter(1), enter(1, 2), enter(2), enter(3)];
    wake(2);
    await eventually(() => gone.length > 0);
    expect(gone).toEqual([2]);
    wake(1);
    wake(1);
    await eventually(() => gone.length > 1);
    expect(gone).toEqual([2, 1, 1]);
    await close();
    expect(await Promise.all(waits)).toEqual([true, true, true, false]);
  });

  it('all look again where notifications may have been lost', async () => {
    const { enter, gone, wake, close } = room();
    const waits = [enter(1), enter(2)];
    wake(null);
    expect(await Promise.all(waits)).toEqual([true, true]);
    expect(gone).toEqual([1, 2]);
    await close();
  });

  it('are ten of a client at most; others find room', async () => {
    const { enter, close } = room();
    const held = Array.from({ length: 10 }, () => enter(1));
    expect(await enter(1)).toBe(false);
    held.push(enter(1, 2), enter(2, 1));
    await close();
    expect(new Set(await Promise.all(held))).toEqual(new Set([false]));
  });
});
