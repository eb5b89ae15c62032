import { MailNotConfiguredError } from './mail.errors.ts';

export type MailRoute =
  | { transport: 'outbox'; sender: string | null }
  | {
      transport: 'smtp';
      url: URL;
      sender: string;
      /** True if the deployment has configured the server, which may then have a private address. */
      ownServer: boolean;
    };

type MailSettingName = 'MAIL_TRANSPORT' | 'SMTP_URL' | 'MAIL_FROM';

/**
 * A property instead of a method, so that the type checker compares its parameter strictly: a caller's settings must
 * have each of these names.
 */
export interface MailSettings {
  readonly get: (name: MailSettingName) => string | undefined;
}

/**
 * Reads the org's settings, with the deployment's settings as defaults.
 *
 * @throws MailNotConfiguredError with the names of missing or invalid settings.
 */
export function mailRoute(org: MailSettings, deployment: MailSettings): MailRoute {
  const read = (name: MailSettingName) => org.get(name) || deployment.get(name) || undefined;
  const transport = read('MAIL_TRANSPORT') ?? 'outbox';
  const sender = read('MAIL_FROM');
  switch (transport) {
    case 'outbox':
      return { transport, sender: sender ?? null };
    case 'disabled':
      throw notConfigured(['MAIL_TRANSPORT'], 'Mail is switched off: MAIL_TRANSPORT is disabled.');
    case 'smtp':
      break;
    default:
      throw notConfigured(
        ['MAIL_TRANSPORT'],
        `MAIL_TRANSPORT must be outbox, smtp or disabled, not ${transport}.`,
      );
  }
  const url = read('SMTP_URL');
  const missing = [...(url ? [] : ['SMTP_URL']), ...(sender ? [] : ['MAIL_FROM'])];
  if (!url || !sender) throw notConfigured(missing, `Mail is not configured: set ${missing.join(' and ')}.`);
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw notConfigured(
      ['SMTP_URL'],
      'SMTP_URL is not an address such as smtps://user:password@mail.example.com.',
    );
  return { transport, url: new URL(url), sender, ownServer: !org.get('SMTP_URL') };
}

function notConfigured(settings: string[], why: string): MailNotConfiguredError {
  return new MailNotConfiguredError(settings, why);
}
