import { TurnpikeError } from '#contracts';

/** The environment is invalid. The message lists each invalid setting with the found and the expected value. */
export class ConfigError extends TurnpikeError {
  constructor(readonly problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, {
      code: 'CONFIG_INVALID',
      kind: 'not_configured',
      audience: 'operator',
    });
  }
}
