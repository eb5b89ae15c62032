/** The value of a `datetime-local` field in the viewer's zone for an ISO 8601 time; empty for an invalid time. */
export function toLocalField(moment: string | undefined): string {
  const date = new Date(moment ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}

/** Converts the value of such a field to UTC; undefined if it is empty. */
export function fromLocalField(field: string): string | undefined {
  const date = new Date(field);
  return field === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
