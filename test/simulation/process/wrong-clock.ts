/** Sets the clock of this process wrong, as that of a machine that lost its time server: for all of the program, and its libraries. */
export function setClockAhead(ms: number): void {
  const right = Date.now.bind(Date);
  const instant = Temporal.Now.instant.bind(Temporal.Now);
  const now = () => right() + ms;
  // A constructor may not be an arrow function; what is given a moment makes a date of that moment.
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  Temporal.Now.instant = () => instant().add({ milliseconds: ms });
}
