import type { ConsoleInsight } from '#contracts/console';

export const CATEGORIES = ['preference', 'objection', 'timeline', 'motivation', 'relationship'];

export const SOURCES: Record<ConsoleInsight['source'], string> = {
  agent_extracted: 'extracted from a message',
  user_noted: 'entered by a person',
  system_inferred: 'inferred by the platform',
};

export const SPEAKERS: Record<NonNullable<ConsoleInsight['saidBy']>, string> = {
  contact: 'the contact',
  staff: 'staff',
  agent: 'an agent',
};

/** Whether turns still receive the insight: it is neither superseded nor expired. */
export function holds({ supersededById, validUntil, expiresAt }: ConsoleInsight, now: Date): boolean {
  const over = (at: string | null) => at !== null && Date.parse(at) <= now.getTime();
  return supersededById === null && !over(validUntil) && !over(expiresAt);
}
