import type { ArtifactWritten } from '#pack-kit';
import { platformTools } from '#tools';
import { describeWith } from '../../../test/harness/services.ts';
import type { Bom } from '../schema/artifacts/bom.kind.ts';
import type { Wiring } from '../schema/artifacts/wiring.kind.ts';
import { ohm } from '../index.ts';
import { workshopOrg } from '../testing/workshop.fixture.ts';
import type { UpdatedArtifact } from './deprecated-update.ts';
import type { OpenedDrawer } from './open-drawer.ts';

const toolNamed = (name: string) =>
  [...(ohm.tools ?? []), ...platformTools].find((tool) => tool.name === name)!;
const openBomDrawer = toolNamed('open_bom_drawer');
const addCodeFile = toolNamed('add_code_file');
const updateBom = toolNamed('update_bom');
const updateBudget = toolNamed('update_budget');
const updateContext = toolNamed('update_context');
const updateMvp = toolNamed('update_mvp');
const updatePrd = toolNamed('update_prd');
const updateWiring = toolNamed('update_wiring');

const board = { name: 'ESP32 DevKit V1', category: 'mcu', voltage: { min: 5, max: 5, logic: 3.3 } };
const wire = {
  from: { componentId: 'esp32-devkit-v1', pin: '21' },
  to: { componentId: 'bme280', pin: 'SDA' },
  signal: 'SDA',
};
const parts = (change: object) => ({ components: [{ name: 'X', category: 'sensor', ...change }] });
const nano = { componentId: 'nano', name: 'Nano', logicVoltage: 5 };
const replacement = { id: 'a', componentId: 'b', current: 'c', suggested: 'd', rationale: 'r' };
const saving = { ...replacement, currentUnitPrice: 1, suggestedUnitPrice: 0 };
const refused = { errorClass: 'VALIDATION_FAILED' };

describeWith('postgres', 'tools of ohm', () => {
  const workshop = workshopOrg();
  beforeEach(() => workshop.newProject());

  it.each([
    ['write_file', { artifact_type: 'context', content: 'x' }],
    ['add_code_file', { filename: 'src/main.cpp', content: 'x' }],
    ['update_bom', { components: [board] }],
  ])('%s keeps with the version which call wrote it', async (name, args) => {
    await workshop.run(toolNamed(name), args, { idempotencyKey: 'turn-1:tool:1:0' });
    const { conversationId } = workshop.context();
    const sql =
      'SELECT tool_call_id AS call FROM artifact_versions WHERE org_id = $1 AND conversation_id = $2';
    const versions = await workshop.inOrg((tx) => tx.query(sql, [conversationId]));
    expect(versions).toEqual([{ call: 'turn-1:tool:1:0' }]);
  });

  describe('drawers', () => {
    it.each([
      ['context', ['context', 'mvp', 'prd']],
      ['bom', ['bom']],
      ['code', ['code']],
      ['wiring', ['wiring']],
      ['budget', ['budget']],
    ] as const)('%s says what is in it, and tells the client to open it', async (drawer, kinds) => {
      const tool = toolNamed(`open_${drawer}_drawer`);
      const empty = { drawer, artifact_types: kinds, exists: false, versions: {}, opened: true };
      expect(await workshop.run(tool)).toEqual(empty);
      await workshop.write({ kind: 'context', content: 'text' });
      await workshop.run(updateBom, { components: [board] });
      const opened = await workshop.run<OpenedDrawer>(tool);
      expect(opened.exists).toBe(drawer === 'context' || drawer === 'bom');
      expect(opened.versions).toEqual(opened.exists ? { [drawer]: 1 } : {});
      const payload = { drawer, artifactTypes: kinds };
      expect(tool.events?.(opened)).toEqual([{ type: 'drawer.opened', payload }]);
    });

    it('stay closed behind another panel of the reply, and then emit no event', async () => {
      const open = (drawer: string) => drawer === 'wiring';
      const result = await workshop.run<OpenedDrawer>(openBomDrawer, {}, { drawers: { open } });
      expect(result.opened).toBe(false);
      expect(openBomDrawer.events?.(result)).toEqual([]);
    });

    it('belong to a project', async () => {
      const opened = workshop.run(openBomDrawer, {}, { artifacts: undefined });
      await expect(opened).rejects.toMatchObject({ errorClass: 'PRECONDITION_FAILED' });
    });
  });

  describe('the deprecated tools', () => {
    it('change only the given sections', async () => {
      const content = '## Overview\n\nA lamp.\n\n## Constraints\n\n- USB\n';
      await workshop.write({ kind: 'context', content });
      const done = await workshop.run<UpdatedArtifact>(updateContext, {
        background: 'For a dark hall.',
        constraints: ['Battery only', 'At most 5 cm'],
      });
      const written = { success: true, version: 2, strategy: 'merge' };
      expect(done).toMatchObject({ ...written, deprecated: true, replacedBy: 'write_file' });
      expect(await workshop.content('context')).toBe(
        '## Overview\n\nA lamp.\n\n## Constraints\n\n- Battery only\n- At most 5 cm\n\n## Background\n\nFor a dark hall.\n',
      );
      await workshop.run(updateMvp, { core_features: '["Measures light", "Shows it"]' });
      expect(await workshop.content('mvp')).toBe('## Core features\n\n- Measures light\n- Shows it\n');
      await workshop.run(updatePrd, { vision: 'Light everywhere', risks: ['Condensation'] });
      expect(await workshop.content('prd')).toContain('## Risks\n\n- Condensation');
    });

    it('replace whole lists, with computed fields', async () => {
      await workshop.run(updateBom, { components: [board, { name: 'Old', category: 'sensor' }] });
      const components = [{ ...board, unitPrice: 6.5, quantity: 2 }];
      await workshop.run(updateBom, { components, currency: 'EUR' });
      const bom = await workshop.content<Bom>('bom');
      expect(bom).toMatchObject({ currency: 'EUR', totalCost: 13, components: [{ id: 'esp32-devkit-v1' }] });
      const post = { id: 'post', label: 'Post', amount: 2 };
      await workshop.run(updateBudget, { target_budget: '$10', other_costs: [post] });
      expect(await workshop.content('budget')).toMatchObject({
        status: 'over',
        currency: 'EUR',
        totals: { currentTotal: 15, overBudgetBy: 5 },
      });
    });

    it('use the board of the wiring, otherwise of the parts list', async () => {
      await expect(workshop.run(updateWiring, { connections: [wire] })).rejects.toMatchObject({
        ...refused,
        help: { fields: [{ name: 'board' }] },
      });
      await workshop.run(updateBom, { components: [board] });
      const done = await workshop.run<ArtifactWritten>(updateWiring, { connections: [wire] });
      expect(done.warnings).toEqual([expect.stringContaining('UNKNOWN_COMPONENT')]);
      await workshop.run(updateWiring, { connections: [wire], board: nano });
      await workshop.run(updateWiring, { connections: [{ ...wire, signal: 'SCL' }] });
      expect(await workshop.content<Wiring>('wiring')).toMatchObject({ board: nano, bomVersion: 1 });
    });

    it.each([
      ['nothing given', updateContext, {}],
      ['nothing given', updateMvp, {}],
      ['nothing given', updatePrd, {}],
      ['nothing given', updateBudget, {}],
      ['a list without anything in it', updateMvp, { core_features: [] }],
      ['no parts', updateBom, {}],
      ['a part of no category', updateBom, parts({ category: 'magic' })],
      ['a price below zero', updateBom, parts({ unitPrice: -1 })],
      ['an address that I2C does not have', updateBom, parts({ i2cAddress: '0x99' })],
      ['a supply that ends before it begins', updateBom, parts({ voltage: { min: 5, max: 3 } })],
      ['a link that is none', updateBom, parts({ supplierUrl: 'javascript:1' })],
      ['no connections', updateWiring, { connections: [], board: nano }],
      [
        'a wire from a pin to itself',
        updateWiring,
        { connections: [{ ...wire, to: wire.from }], board: nano },
      ],
      ['a saving without a risk', updateBudget, { optimizations: [saving] }],
    ])('refuse %s (%#)', async (_, tool, input) => {
      await expect(workshop.run(tool, input)).rejects.toMatchObject(refused);
      expect(await workshop.run<OpenedDrawer>(openBomDrawer)).toMatchObject({ exists: false });
    });
  });

  describe('add_code_file', () => {
    const add = (filename: string, content: string, more = {}) =>
      workshop.run<ArtifactWritten>(addCodeFile, { filename, content, ...more });

    it('writes one file, and keeps the others', async () => {
      expect(await add('src/main.cpp', 'void loop() {}\r\n')).toMatchObject({ version: 1, totalFiles: 1 });
      expect(await add('src/config.h', '#pragma once\n')).toMatchObject({ version: 2, totalFiles: 2 });
      const changed = await add('src/main.cpp', 'void setup() {}\n', { language: 'ino' });
      expect(changed).toMatchObject({ totalFiles: 2 });
      expect(await workshop.content('code')).toMatchObject({
        files: [
          { path: 'src/main.cpp', language: 'ino', content: 'void setup() {}\n', lines: 1 },
          { path: 'src/config.h', language: 'h' },
        ],
      });
    });

    it('reports pins that differ from the wiring', async () => {
      await workshop.run(updateBom, { components: [board, { name: 'BME280', category: 'sensor' }] });
      await workshop.run(updateWiring, { connections: [wire] });
      expect((await add('a.h', '#define PIN_SDA 21')).warnings).toBeUndefined();
      expect((await add('a.h', '#define PIN_SDA 22')).warnings).toEqual([
        'PIN_DIFFERS: a.h has PIN_SDA on pin 22; the wiring has 21.',
      ]);
    });

    it.each([['../x.cpp'], ['src\\main.cpp'], ['src/mai n.cpp']])('refuses the path %s', async (filename) => {
      await expect(add(filename, 'x')).rejects.toMatchObject(refused);
    });

    it('rejects a second path that differs only in case, and a file that is too large', async () => {
      await add('src/main.cpp', 'x');
      await expect(add('src/Main.cpp', 'x')).rejects.toMatchObject(refused);
      const large = add('big.txt', 'x'.repeat(200_001));
      await expect(large).rejects.toMatchObject({ errorClass: 'LIMIT_EXCEEDED' });
    });
  });

  it('are assigned to the agents as in the pack’s table', () => {
    const FILES = ['read_file', 'write_file'];
    const BRIEFS = [...FILES, 'open_context_drawer', 'update_context', 'update_mvp', 'update_prd'];
    expect(Object.fromEntries(ohm.agents.map((agent) => [agent.name, agent.tools]))).toEqual({
      conversational: BRIEFS,
      projectInitializer: BRIEFS,
      bomGenerator: [...FILES, 'open_bom_drawer', 'update_bom'],
      codeGenerator: [...FILES, 'open_code_drawer', 'add_code_file'],
      wiringDiagram: [...FILES, 'open_wiring_drawer', 'update_wiring'],
      budgetOptimizer: [...FILES, 'open_budget_drawer', 'update_budget'],
      circuitVerifier: [],
      datasheetAnalyzer: [],
      conversationSummarizer: ['read_file'],
      orchestrator: [],
    });
  });
});
