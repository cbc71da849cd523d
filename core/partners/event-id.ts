/** The public id of an event, the same on every surface and in every delivery: `evt_` and its uuid without dashes. */
export function eventIdOf(uuid: string): string {
  return `evt_${uuid.replaceAll('-', '')}`;
}

/** The uuid in such an id; null where it is none. */
export function uuidOfEvent(id: string): string | null {
  const parts = /^evt_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(id);
  return parts === null ? null : parts.slice(1).join('-');
}
