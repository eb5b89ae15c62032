import { TurnpikeError } from '#contracts';

/** The environment does not fit the schema. The message names every setting, what was found and what was expected. */
export class ConfigError extends TurnpikeError {
  constructor(readonly problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, {
      code: 'CONFIG_INVALID',
      kind: 'not_configured',
      audience: 'operator',
    });
  }
}
