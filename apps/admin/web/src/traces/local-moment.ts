/** What a field of type `datetime-local` holds, in the viewer's zone, for an ISO 8601 moment; nothing for what is none. */
export function toLocalField(moment: string | undefined): string {
  const date = new Date(moment ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}

/** The moment in UTC that such a field means; nothing for an empty one. */
export function fromLocalField(field: string): string | undefined {
  const date = new Date(field);
  return field === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
