import type { ConsoleAuditEntry } from '#contracts/console';
import { shortId } from '../ui/format.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Actor {
  kind: string;
  userId: string | null;
  name: string | null;
}

/** Platform admins have no name in the log of an org. @param everybody whether the viewer sees all users. */
export function actorOf({ actor }: { actor: Actor }, { everybody = false } = {}): string {
  if (actor.kind === 'system') return 'the platform';
  const name = actor.name ?? withoutName(actor.userId, everybody);
  return actor.kind === 'api_key' ? `${name} by API key` : name;
}

function withoutName(userId: string | null, everybody: boolean): string {
  if (userId === null) return 'unknown';
  return everybody ? `a deleted user (${shortId(userId)})` : 'a platform admin';
}

/** The target by name: `tool_broker`, `Petros (petros@a.example)`; an id without a name is shortened. */
export function targetOf({ target, targetName }: Pick<ConsoleAuditEntry, 'target' | 'targetName'>): string {
  return targetName ?? (UUID.test(idOf(target)) ? shortId(idOf(target)) : idOf(target));
}

/** The kind of the target: "api key" for `api_key:…`. */
export function kindOf({ target }: Pick<ConsoleAuditEntry, 'target'>): string {
  return target.includes(':') ? target.slice(0, target.indexOf(':')).replaceAll('_', ' ') : '';
}

/** The part of a target after its kind: a name or an id. */
export function idOf(target: string): string {
  return target.includes(':') ? target.slice(target.indexOf(':') + 1) : '';
}

/** `flag.set` of `flag:tool_broker` as "flag set: tool_broker". */
export function sentenceOf(entry: Pick<ConsoleAuditEntry, 'action' | 'target' | 'targetName'>): string {
  const words = entry.action.replaceAll(/[._]/g, ' ');
  const name = targetOf(entry);
  return name === '' ? words : `${words}: ${name}`;
}
