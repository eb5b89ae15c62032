import { TurnpikeError } from '#contracts';

/** Neither the platform nor an installed pack declares a setting of this name. */
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

/** The value is invalid. The error does not repeat the value if it may be a secret. */
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

/** The value names something that does not exist. */
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

/** A change has no reason, or its reason is too long. */
export class SettingReasonError extends TurnpikeError {
  constructor(message: string) {
    super(message, { code: 'INVALID_SETTING_REASON', kind: 'invalid', pointer: '/why' });
  }
}

function suggestion(nearest: readonly string[]): string {
  return nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
}
