import { MailNotConfiguredError } from './mail.errors.ts';

/** Where mail goes, as the settings say at this moment. */
export type MailRoute =
  | { transport: 'outbox'; sender: string | null }
  | {
      transport: 'smtp';
      url: URL;
      sender: string;
      /** The server is the deployment's own choice, which may be a private one. */
      ownServer: boolean;
    };

type MailSettingName = 'MAIL_TRANSPORT' | 'SMTP_URL' | 'MAIL_FROM';

/** A property, not a method: so whoever hands its settings in must know each of these names. */
export interface MailSettings {
  readonly get: (name: MailSettingName) => string | undefined;
}

/**
 * Reads the org's settings with the deployment's behind them.
 *
 * @throws MailNotConfiguredError naming what is missing or cannot be read.
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
