import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { FixedClock, type Config } from '#config';
import { OrgService, SecretBox, SettingsModule } from '#identity';
import { WebhookSecrets } from '#outbound';
import { createEmbeddedTestDatabase } from '../../test/harness/embedded-test-database.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { resealSecrets } from './reseal-secrets.ts';

describe('npm run reseal', () => {
  const clock = new FixedClock(new Date('2026-11-23T09:00:00Z'));
  const none = { get: () => undefined, has: () => false };
  const before = new SecretBox('the old key');
  const changing = new SecretBox('the new key', ['the old key']);
  const after = new SecretBox('the new key');
  const on = suiteDatabase({ create: createEmbeddedTestDatabase });

  const orgsWith = (box: SecretBox) => new OrgService(on.database, clock, none, box);
  const run = (box: SecretBox) => resealSecrets(on.database, orgsWith(box), box);
  /** The warning of a process that starts with this key. */
  const warningOf = async (box: SecretBox, production = true) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    await new SettingsModule(on.database, box, { production } as Config).onApplicationBootstrap();
    const [warned] = warn.mock.calls;
    warn.mockRestore();
    return warned?.[0];
  };

  it('warns at the start about a missing key in production alone, as long as nothing is stored', async () => {
    const none = new SecretBox(undefined);
    expect(await warningOf(none)).toMatch(/^SECRETS_KEY is not set: orgs cannot store/);
    expect(await warningOf(none, false)).toBeUndefined();
  });

  it('seals all that is stored with the present key, once, so that the old one can go', async () => {
    const { database } = on;
    const org = await orgsWith(before).create({ slug: 'acme', name: 'Acme', defaultPack: null });
    const places = {
      key: `${org.id}/provider_keys/openai/0123456789abcdef`,
      model: `${org.id}/models/own`,
      headers: `${org.id}/mcp_servers/crm`,
    };
    await database.forOrg(org.id, async (tx) => {
      await orgsWith(before).changeSettings(tx, { SMTP_URL: { secret: 'smtps://u:p@mail.example' } });
      await new WebhookSecrets(before, clock).rotate(tx);
      await tx.execute(
        `INSERT INTO org_provider_keys (org_id, provider, fingerprint, sealed, added_at)
         VALUES ($1, 'openai', '0123456789abcdef', $2, now())`,
        [before.seal(places.key, 'sk-1')],
      );
      await tx.execute(
        `INSERT INTO org_models (org_id, name, model, base_url, tier, input_usd, cached_input_usd, output_usd,
                                 context_window_tokens, max_output_tokens, input_margin, abilities, api_key, changed_at)
         VALUES ($1, 'own', 'own', 'https://models.example', 'flash', 0, 0, 0, 8000, 1000, 1.25, '{}', $2, now())`,
        [before.seal(places.model, 'sk-2')],
      );
      await tx.execute(
        `INSERT INTO mcp_servers (org_id, id, name, url, headers, header_names, created_at, created_by)
         VALUES ($1, $2, 'crm', 'https://crm.example/mcp', $3, '{Authorization}', now(), $2)`,
        [randomUUID(), before.seal(places.headers, '{}')],
      );
    });
    // The start counts every kind of secret.
    expect(await warningOf(before)).toBeUndefined();
    expect(await warningOf(changing)).toBeUndefined();
    expect(await warningOf(after)).toMatch(
      /^6 of 6 stored secrets of orgs cannot be read with this SECRETS_KEY/,
    );
    expect(await warningOf(new SecretBox(undefined), false)).toMatch(
      /^SECRETS_KEY is not set: 6 of 6 stored/,
    );
    expect(await run(changing)).toEqual([{ slug: 'acme', resealed: 6, problem: null }]);
    expect(await warningOf(after)).toBeUndefined();
    expect(await run(changing)).toEqual([{ slug: 'acme', resealed: 0, problem: null }]);
    expect((await orgsWith(after).settingsOf(org.id)).get('SMTP_URL')).toBe('smtps://u:p@mail.example');
    await database.forOrg(org.id, async (tx) => {
      expect((await new WebhookSecrets(after, clock).of(tx)).previous).toMatch(/^whsec_/);
      const [stored] = await tx.query<Record<keyof typeof places, string>>(
        `SELECT (SELECT sealed FROM org_provider_keys WHERE org_id = $1) AS key,
                (SELECT api_key FROM org_models WHERE org_id = $1) AS model,
                (SELECT headers FROM mcp_servers WHERE org_id = $1) AS headers`,
      );
      expect(after.open(places.key, stored!.key)).toBe('sk-1');
      expect(after.open(places.model, stored!.model)).toBe('sk-2');
      expect(after.open(places.headers, stored!.headers)).toBe('{}');
    });
  });

  it('leaves an org alone of which a secret opens with no key, and goes on with the others', async () => {
    const org = await orgsWith(changing).create({ slug: 'bolt', name: 'Bolt', defaultPack: null });
    const secret = { SMTP_URL: { secret: 'smtps://b:p@mail.example' } };
    await on.database.forOrg(org.id, (tx) => orgsWith(before).changeSettings(tx, secret));
    const third = new SecretBox('a third key', ['the old key']);
    expect(await run(third)).toEqual([
      { slug: 'acme', resealed: 0, problem: expect.stringMatching(/ does not open with this SECRETS_KEY/) },
      { slug: 'bolt', resealed: 1, problem: null },
    ]);
    const settings = await orgsWith(new SecretBox('a third key')).settingsOf(org.id);
    expect(settings.get('SMTP_URL')).toBe('smtps://b:p@mail.example');
    await expect(run(new SecretBox(undefined))).rejects.toThrow('SECRETS_KEY');
  });
});
