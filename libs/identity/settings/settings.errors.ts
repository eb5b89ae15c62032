import { TurnpikeError } from '#contracts';

/** A name that neither the platform nor an installed pack has. */
export class UnknownSettingError extends TurnpikeError {
  constructor(
    readonly setting: string,
    nearest: readonly string[],
  ) {
    super(`There is no setting ${JSON.stringify(setting)}.${suggestion(nearest)}`, {
      code: 'SETTING_NOT_FOUND',
      kind: 'not_found',
    });
  }
}

/** A value that does not fit. What was found is not repeated where it may be a secret. */
export class InvalidSettingError extends TurnpikeError {
  constructor(
    readonly setting: string,
    expected: string,
    found?: string,
  ) {
    const shown = found === undefined ? '' : `, found ${JSON.stringify(found.slice(0, 80))}`;
    super(`${setting}: expected ${expected}${shown}.`, {
      code: 'INVALID_SETTING',
      kind: 'invalid',
      pointer: '/value',
    });
  }
}

/** A value that names something that does not exist. */
export class UnknownNameInSettingError extends TurnpikeError {
  constructor(
    readonly setting: string,
    of: string,
    name: string,
    nearest: readonly string[],
  ) {
    super(`${setting}: there is no ${of} ${JSON.stringify(name)}.${suggestion(nearest)}`, {
      code: 'UNKNOWN_NAME_IN_SETTING',
      kind: 'invalid',
      pointer: '/value',
    });
  }
}

/** A change without a reason, or with one that is too long. */
export class SettingReasonError extends TurnpikeError {
  constructor(message: string) {
    super(message, { code: 'INVALID_SETTING_REASON', kind: 'invalid', pointer: '/why' });
  }
}

/** Settings of the installed packs that cannot be served. */
export class SettingCatalogueError extends TurnpikeError {
  constructor(problems: readonly string[]) {
    super(`The settings cannot be served:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, {
      code: 'SETTING_CATALOGUE_INVALID',
      kind: 'not_configured',
      audience: 'developer',
    });
  }
}

function suggestion(nearest: readonly string[]): string {
  return nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
}
