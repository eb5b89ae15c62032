import { randomUUID } from 'node:crypto';
import type { FlagDocument } from '#contracts';
import { describeWith } from '../../../test/harness/services.ts';
import { conversationPlace, orgPlace, PLATFORM_DEFAULT } from '../flag-place.ts';
import { useFlags } from '../flags.fixture.ts';

describeWith('postgres', 'flags as a file', () => {
  const flags = useFlags();
  const take = (document: FlagDocument, orgId: string | null = null, dryRun = false) =>
    flags.transfer.import(document, orgId, { ...flags.because('a test'), dryRun });
  /** With letters, so that it can be written in two ways. */
  const pinned = `${randomUUID().slice(0, -1)}a`;

  async function setSome(): Promise<void> {
    const { service, because, orgA, orgB } = flags;
    await flags.setBroker(PLATFORM_DEFAULT, 'shadow');
    await flags.setBroker(orgPlace('org', orgA.id), 'enforce');
    await service.set('ptc', orgPlace('share', orgB.id), { value: false, percent: 12.5 }, because('x'));
    await service.set('ptc', conversationPlace(orgA.id, pinned), { value: false }, because('x'));
    await service.kill('tool_search', because('x'));
  }

  it('are exported completely and imported unchanged', async () => {
    await setSome();
    const { transfer, orgA, orgB } = flags;
    const document = await transfer.export(null);
    expect(document.flags).toMatchObject({
      tool_broker: { default: 'shadow', orgs: { [orgA.slug]: { value: 'enforce' } } },
      ptc: {
        orgs: {
          [orgA.slug]: { conversations: { [pinned]: false } },
          [orgB.slug]: { share: { percent: 12.5, value: false } },
        },
      },
      tool_search: { killed: true },
      model_router: {},
    });
    expect(await take(document)).toEqual([]);
    const empty: FlagDocument = { version: 1, flags: { tool_broker: {}, ptc: {}, tool_search: {} } };
    expect(await take(empty)).toHaveLength(5);
    expect((await transfer.export(null)).flags).toMatchObject({ ptc: {}, tool_search: {} });
    await take(document);
    expect(await transfer.export(null)).toEqual(document);
  });

  it('show the changes in a dry run without making them', async () => {
    await setSome();
    const { orgA, rules } = flags;
    const before = await rules.all();
    const document: FlagDocument = {
      version: 1,
      flags: { tool_broker: { default: 'shadow', orgs: { [orgA.slug]: { value: 'off' } } } },
    };
    expect(await take(document, null, true)).toEqual([
      {
        flag: 'tool_broker',
        place: 'org',
        org: orgA.slug,
        conversationId: null,
        from: 'enforce',
        fromPercent: null,
        to: 'off',
        toPercent: null,
      },
    ]);
    expect(await rules.all()).toEqual(before);
  });

  it('are rejected as a whole, with all problems', async () => {
    await setSome();
    const { orgA, rules } = flags;
    const before = await rules.all();
    const document: FlagDocument = {
      version: 1,
      flags: {
        tool_broker: { default: 'loud', orgs: { [orgA.slug]: { value: 'off' }, nobody: { value: 'off' } } },
        tool_brocker: {},
        ptc: { orgs: { [orgA.slug]: { share: { percent: 0.001, value: true } } } },
      },
    };
    await expect(take(document)).rejects.toMatchObject({
      code: 'FLAG_IMPORT_INVALID',
      message: expect.stringMatching(
        /tool_broker cannot be "loud".*; .*no org nobody.*; .*no flag tool_brocker.*; .*two decimals/,
      ),
    });
    expect(await rules.all()).toEqual(before);
  });

  it('of one org contain only that org and change no other', async () => {
    await setSome();
    const { transfer, orgA, orgB } = flags;
    const document = await transfer.export(orgA.id);
    expect(JSON.stringify(document)).not.toContain(orgB.slug);
    expect(document.flags.tool_broker).toEqual({ orgs: { [orgA.slug]: { value: 'enforce' } } });
    await take({ version: 1, flags: { tool_broker: {}, ptc: {} } }, orgA.id);
    expect((await transfer.export(orgB.id)).flags.ptc).toEqual({
      orgs: { [orgB.slug]: { share: { percent: 12.5, value: false } } },
    });
    for (const flag of [{ default: 'off' }, { killed: true }, { orgs: { [orgB.slug]: { value: 'off' } } }]) {
      const refused = take({ version: 1, flags: { tool_broker: flag } }, orgA.id);
      await expect(refused).rejects.toMatchObject({ code: 'FLAG_IMPORT_INVALID' });
    }
  });

  it('accept any org name, and each conversation only once', async () => {
    const { transfer, because, orgs, service } = flags;
    const org = await orgs.create({ slug: 'constructor', name: 'Builders' });
    await service.set('ptc', orgPlace('org', org.id), { value: false }, because('x'));
    const document = await transfer.export(org.id);
    expect(JSON.parse(JSON.stringify(document.flags.ptc))).toEqual({
      orgs: { constructor: { value: false } },
    });
    expect(await take(document, org.id)).toEqual([]);
    const conversations = { [pinned]: true, [pinned.toUpperCase()]: false };
    const twice: FlagDocument = { version: 1, flags: { ptc: { orgs: { constructor: { conversations } } } } };
    await expect(take(twice, org.id)).rejects.toMatchObject({ message: expect.stringContaining('twice') });
  });

  it('are subject to the rollout gate like any other change', async () => {
    const document: FlagDocument = {
      version: 1,
      flags: { tool_broker: { default: 'enforce' }, ptc: { default: false } },
    };
    await expect(take(document)).rejects.toMatchObject({ code: 'FLAG_GATE_CLOSED' });
    expect(await flags.rules.all()).toEqual([]);
  });
});
