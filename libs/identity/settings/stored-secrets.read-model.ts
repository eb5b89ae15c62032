import type { Database } from '#database';
import type { SecretBox } from './secret-box.ts';

/** The check reads at most this many secrets, about 0.1 s of work. */
const MAX_SECRETS = 10_000;

/** Each sealed value with its place, as the owners of the tables compute it. */
const STORED_SECRETS = `
  SELECT org_id || '/' || key AS place, value AS sealed
    FROM (SELECT id AS org_id, key, value FROM orgs CROSS JOIN jsonb_each_text(settings)) setting WHERE value LIKE 'sealed:%'
  UNION ALL SELECT org_id || '/provider_keys/' || provider || '/' || fingerprint, sealed FROM org_provider_keys
  UNION ALL SELECT org_id || '/models/' || name, api_key FROM org_models WHERE api_key IS NOT NULL
  UNION ALL SELECT org_id || '/mcp_servers/' || name, headers FROM mcp_servers WHERE headers IS NOT NULL
  UNION ALL SELECT org_id || '/webhook-secret', secret FROM webhook_secrets
  UNION ALL SELECT org_id || '/webhook-secret', previous_secret FROM webhook_secrets WHERE previous_secret IS NOT NULL
  LIMIT ${MAX_SECRETS}`;

/** @returns the warning about secrets for the log of a process that starts; undefined if there is none. */
export async function secretsWarning(
  database: Database,
  box: SecretBox,
  production: boolean,
): Promise<string | undefined> {
  const stored = await database.asPlatform('one SECRETS_KEY seals the secrets of every org', (tx) =>
    tx.query<{ place: string; sealed: string }>(STORED_SECRETS),
  );
  const unreadable = stored.filter(({ place, sealed }) => !box.opens(place, sealed)).length;
  const lost = `${unreadable} of ${stored.length} stored secrets of orgs cannot be read`;
  if (unreadable > 0)
    return box.available
      ? `${lost} with this SECRETS_KEY. Add the key that sealed them to PREVIOUS_SECRETS_KEYS, or enter them again.`
      : `SECRETS_KEY is not set: ${lost}. Set it to the key that sealed them.`;
  if (box.available || !production) return undefined;
  return 'SECRETS_KEY is not set: orgs cannot store secrets, such as provider keys. Set it, for example to the output of "openssl rand -base64 32".';
}
