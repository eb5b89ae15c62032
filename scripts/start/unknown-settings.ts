import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { deploymentSettings } from '#config';
import { nearestNames, platformSettings } from '#identity';
import type { Pack } from '#pack-kit';

/** Names that commands, tests, docker-compose.yml, Node, npm, OpenTelemetry and the system read. */
const OF_OTHERS =
  /^(?:turnpike|test|postgres|compose|docker|chromium|geo_sample|node|npm|otel)_|_proxy$|^(?:ci|tz|path)$/i;

/** A line for each name in the file `.env` that nothing reads, with the nearest known names. */
export function unknownSettings(file: string, packs: readonly Pack[]): string[] {
  if (!existsSync(file)) return [];
  const ofPacks = packs.flatMap(({ settings = [] }) => settings.map(({ name }) => name));
  const known = [...new Set([...deploymentSettings, ...Object.keys(platformSettings), ...ofPacks])];
  return Object.keys(parseEnv(readFileSync(file, 'utf8')))
    .filter((name) => !known.includes(name) && !OF_OTHERS.test(name))
    .map((name) => {
      const [nearest] = nearestNames(name, known);
      return `.env: ${name} is no setting and is ignored.${nearest ? ` Did you mean ${nearest}?` : ''}`;
    });
}
