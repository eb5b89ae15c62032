import { randomUUID } from 'node:crypto';
import type { FlagDocument } from '#contracts';
import { describeWith } from '../../../test/harness/services.ts';
import { conversationPlace, orgPlace, PLATFORM_DEFAULT } from '../flag-place.ts';
import { useFlags } from '../flags.fixture.ts';

describeWith('postgres', 'flags as a file', () => {
  const flags = useFlags();
  const dry = { dryRun: true };
  const wet = { dryRun: false };
  /** With letters, so that it can be written in two ways. */
  const pinned = `${randomUUID().slice(0, -1)}a`;

  async function setSome(): Promise<void> {
    const { service, because, orgA, orgB } = flags;
    await service.set('tool_broker', PLATFORM_DEFAULT, { value: 'shadow' }, because('x'));
    await service.set('tool_broker', orgPlace('org', orgA.id), { value: 'enforce' }, because('x'));
    await service.set('ptc', orgPlace('share', orgB.id), { value: false, percent: 12.5 }, because('x'));
    await service.set('ptc', conversationPlace(orgA.id, pinned), { value: false }, because('x'));
    await service.kill('tool_search', because('x'));
  }

  it('are exported completely and imported unchanged', async () => {
    await setSome();
    const { transfer, because, orgA, orgB } = flags;
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
    expect(await transfer.import(document, null, { ...because('again'), ...wet })).toEqual([]);
    const empty: FlagDocument = { version: 1, flags: { tool_broker: {}, ptc: {}, tool_search: {} } };
    expect(await transfer.import(empty, null, { ...because('clean'), ...wet })).toHaveLength(5);
    expect((await transfer.export(null)).flags).toMatchObject({ ptc: {}, tool_search: {} });
    await transfer.import(document, null, { ...because('back'), ...wet });
    expect(await transfer.export(null)).toEqual(document);
  });

  it('show the changes in a dry run without making them', async () => {
    await setSome();
    const { transfer, because, orgA, rules } = flags;
    const before = await rules.all();
    const document: FlagDocument = {
      version: 1,
      flags: { tool_broker: { default: 'shadow', orgs: { [orgA.slug]: { value: 'off' } } } },
    };
    expect(await transfer.import(document, null, { ...because('look'), ...dry })).toEqual([
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
    const { transfer, because, orgA, rules } = flags;
    const before = await rules.all();
    const document: FlagDocument = {
      version: 1,
      flags: {
        tool_broker: { default: 'loud', orgs: { [orgA.slug]: { value: 'off' }, nobody: { value: 'off' } } },
        tool_brocker: {},
        ptc: { orgs: { [orgA.slug]: { share: { percent: 0.001, value: true } } } },
      },
    };
    const refused = transfer.import(document, null, { ...because('x'), ...wet });
    await expect(refused).rejects.toMatchObject({
      code: 'FLAG_IMPORT_INVALID',
      message: expect.stringMatching(
        /tool_broker cannot be "loud".*; .*no org nobody.*; .*no flag tool_brocker.*; .*two decimals/,
      ),
    });
    expect(await rules.all()).toEqual(before);
  });

  it('of one org contain only that org and change no other', async () => {
    await setSome();
    const { transfer, because, orgA, orgB } = flags;
    const document = await transfer.export(orgA.id);
    expect(JSON.stringify(document)).not.toContain(orgB.slug);
    expect(document.flags.tool_broker).toEqual({ orgs: { [orgA.slug]: { value: 'enforce' } } });
    await transfer.import({ version: 1, flags: { tool_broker: {}, ptc: {} } }, orgA.id, {
      ...because('x'),
      ...wet,
    });
    expect((await transfer.export(orgB.id)).flags.ptc).toEqual({
      orgs: { [orgB.slug]: { share: { percent: 12.5, value: false } } },
    });
    for (const flag of [{ default: 'off' }, { killed: true }, { orgs: { [orgB.slug]: { value: 'off' } } }]) {
      const refused = transfer.import({ version: 1, flags: { tool_broker: flag } }, orgA.id, {
        ...because('x'),
        ...wet,
      });
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
    expect(await transfer.import(document, org.id, { ...because('x'), ...wet })).toEqual([]);
    const conversations = { [pinned]: true, [pinned.toUpperCase()]: false };
    const twice: FlagDocument = { version: 1, flags: { ptc: { orgs: { constructor: { conversations } } } } };
    const refused = transfer.import(twice, org.id, { ...because('x'), ...wet });
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('twice') });
  });

  it('are subject to the rollout gate like any other change', async () => {
    const { transfer, because } = flags;
    const document: FlagDocument = {
      version: 1,
      flags: { tool_broker: { default: 'enforce' }, ptc: { default: false } },
    };
    const shut = transfer.import(document, null, { ...because('x'), ...wet });
    await expect(shut).rejects.toMatchObject({ code: 'FLAG_GATE_CLOSED' });
    expect(await flags.rules.all()).toEqual([]);
  });
});
