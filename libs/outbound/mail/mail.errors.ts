import { OutboundError } from '../outbound.errors.ts';

/** A setting of the org or the deployment is missing or invalid. */
export class MailNotConfiguredError extends OutboundError {
  constructor(
    readonly missingSettings: string[],
    why: string,
  ) {
    super(why, 'NOT_CONFIGURED', {
      code: 'MAIL_NOT_CONFIGURED',
      kind: 'not_configured',
      audience: 'operator',
    });
  }

  override get help(): Record<string, unknown> {
    return { missingSettings: this.missingSettings };
  }
}

/** The connection could not be encrypted, so nothing was sent. */
export class MailNotEncryptedError extends OutboundError {
  constructor(host: string, cause: unknown) {
    super(
      `The connection to ${host} cannot be encrypted. Use smtps://, a server with STARTTLS and a valid certificate, ` +
        'or have an operator name the host in HTTP_ALLOW_HOSTS.',
      'UPSTREAM_REJECTED',
      { code: 'MAIL_NOT_ENCRYPTED', kind: 'upstream', cause },
    );
  }

  override get help(): Record<string, unknown> {
    return { missingSettings: ['HTTP_ALLOW_HOSTS'] };
  }
}

export class MailRejectedError extends OutboundError {
  constructor(host: string, code: number, cause: unknown) {
    const passing = code >= 400 && code < 500;
    super(`${host} rejected the mail (${code}).`, passing ? 'UPSTREAM_UNAVAILABLE' : 'UPSTREAM_REJECTED', {
      code: 'MAIL_REJECTED',
      kind: 'upstream',
      ...(passing ? { retry: 'retry' as const } : {}),
      cause,
    });
  }
}

/** An earlier attempt with the same key has an unknown outcome. */
export class MailOutcomeUnknownError extends OutboundError {
  constructor() {
    super(
      'An earlier attempt to send this mail has an unknown outcome, so the mail is not sent again.',
      'CONFLICT',
      {
        code: 'MAIL_OUTCOME_UNKNOWN',
        kind: 'conflict',
      },
    );
  }

  override get outcome(): 'unknown' {
    return 'unknown';
  }
}
