import { SecretsKeyMissingError, SecretUnreadableError } from '../identity.errors.ts';
import { readSettings, settingPlace } from './org-settings.ts';
import { isSealed, SecretBox } from './secret-box.ts';
import { KnownSettings } from './known-settings.ts';

const box = new SecretBox('a key of the deployment');

describe('SecretBox', () => {
  it('decrypts a sealed value, which does not contain the secret', () => {
    const sealed = box.seal('org/SMTP_URL', 'smtp://u:pässword@h');
    expect(isSealed(sealed)).toBe(true);
    expect(sealed).not.toContain('word');
    expect(box.open('org/SMTP_URL', sealed)).toBe('smtp://u:pässword@h');
    expect(box.seal('org/SMTP_URL', 'x')).not.toBe(box.seal('org/SMTP_URL', 'x'));
  });

  it.each([
    ['another place', (sealed: string) => box.open('other/SMTP_URL', sealed)],
    ['another key', (sealed: string) => new SecretBox('another key').open('org/SMTP_URL', sealed)],
    ['a changed value', (sealed: string) => box.open('org/SMTP_URL', `${sealed.slice(0, -2)}AA`)],
    ['a value that was cut', (sealed: string) => box.open('org/SMTP_URL', sealed.slice(0, 14))],
  ])('does not open with %s', (_, open) => {
    const sealed = box.seal('org/SMTP_URL', 'secret value');
    expect(() => open(sealed)).toThrow(SecretUnreadableError);
  });

  it('decrypts with a previous key, and seals with the current one', () => {
    const rotated = new SecretBox('the new key', ['an older key', 'a key of the deployment']);
    const before = box.seal('org/SMTP_URL', 'secret value');
    expect(rotated.open('org/SMTP_URL', before)).toBe('secret value');
    expect(() => rotated.open('other/SMTP_URL', before)).toThrow(SecretUnreadableError);
    expect(() => box.open('org/SMTP_URL', rotated.seal('org/SMTP_URL', 'x'))).toThrow(SecretUnreadableError);
    expect(() => new SecretBox(undefined, ['a key of the deployment']).open('org/SMTP_URL', before)).toThrow(
      SecretsKeyMissingError,
    );
  });

  it('stores nothing without a key', () => {
    const closed = new SecretBox(undefined);
    expect(closed.available).toBe(false);
    expect(() => closed.seal('a', 'b')).toThrow(SecretsKeyMissingError);
  });
});

describe('readSettings', () => {
  const deployment = new Map([['MAIL_FROM', 'platform@example.com']]);
  const known = new KnownSettings([
    { pack: 'geo', name: 'GEO_REGION', default: 'eu', description: 'Where the pack looks.' },
  ]);

  it("lets the org's value override the deployment's, and decrypts secrets", () => {
    const stored = { SEARCH_API_URL: 'http://a', KEY: box.seal(settingPlace('org-1', 'KEY'), 'open sesame') };
    const settings: { get(name: string): string | undefined } = readSettings('org-1', stored, deployment, {
      secrets: box,
      known,
    });
    expect(settings.get('SEARCH_API_URL')).toBe('http://a');
    expect(settings.get('MAIL_FROM')).toBe('platform@example.com');
    expect(settings.get('KEY')).toBe('open sesame');
    expect(settings.get('GEO_REGION')).toBe('eu');
    expect(settings.get('missing')).toBeUndefined();
    expect(settings.get('toString')).toBeUndefined();
  });
});
