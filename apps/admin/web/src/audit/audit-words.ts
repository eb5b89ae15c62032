import type { ConsoleAuditEntry } from '#contracts/console';

/** Who did it. Somebody of the platform has no name in the log of an org. */
export function actorOf({
  actor,
}: {
  actor: { kind: string; userId: string | null; name: string | null };
}): string {
  if (actor.kind === 'system') return 'the platform itself';
  const name = actor.name ?? (actor.userId ? 'somebody of the platform' : 'nobody known');
  return actor.kind === 'api_key' ? `${name} by API key` : name;
}

/** `flag.set` of `flag:tool_broker` as "flag set: tool_broker". */
export function sentenceOf({ action, target }: Pick<ConsoleAuditEntry, 'action' | 'target'>): string {
  const words = action.replaceAll(/[._]/g, ' ');
  const name = target.includes(':') ? target.slice(target.indexOf(':') + 1) : '';
  return name === '' ? words : `${words}: ${name}`;
}
