/** Whether one of many belongs to a part of a run, as `2/3`: every third, from the second on. */
export function inShard(at: number, shard: string): boolean {
  const [, part = '', parts = ''] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard) ?? [];
  if (part === '' || Number(part) > Number(parts)) throw new Error(`A shard is 1/3, 2/3 or 3/3, and not ${shard}.`);
  return at % Number(parts) === Number(part) - 1;
}
