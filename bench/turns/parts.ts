import type { Client } from 'pg';

/** Parts of a turn that an org can switch off, by its settings or by a flag. */
export const PARTS = {
  summaries: { settings: { SUMMARY_TRIGGER_MESSAGES: '0' } },
  'span-texts': { settings: { SPAN_TEXTS: 'omit' } },
  broker: { flag: 'tool_broker', value: 'off' },
  memory: { flag: 'semantic_memory', value: 'false' },
  context: { flag: 'context_injection', value: 'false' },
  programs: { flag: 'ptc', value: 'false' },
} as const;

/** Removes the limits of every org, and switches off the parts. */
export async function prepareOrgs(database: Client, without: readonly (keyof typeof PARTS)[]): Promise<void> {
  const parts: { settings?: object; flag?: string; value?: string }[] = without.map((name) => PARTS[name]);
  const settings = { MESSAGES_PER_MINUTE: '0', MAX_RUNNING_TURNS: '0' };
  await database.query('UPDATE orgs SET settings = settings || $1', [
    Object.assign(settings, ...parts.map((part) => part.settings)),
  ]);
  for (const { flag, value } of parts.filter((part) => part.flag))
    await database.query(
      `INSERT INTO flag_rules (id, org_id, flag, place, value, revision, changed_at)
       SELECT gen_random_uuid(), id, $1, 'org', $2, 1, now() FROM orgs
       ON CONFLICT ON CONSTRAINT uq_flag_rules_place DO UPDATE SET value = excluded.value, revision = flag_rules.revision + 1`,
      [flag, value],
    );
}
