import { scenario, type Scenario, type SeenStep } from '#pack-kit';
import { projectIds } from '../seeds/demo-projects.ts';
import { artifactOf, bomOf, unless, type Check } from './expected.ts';

const part = (name: string) => ({ name, category: 'sensor', quantity: 1, unitPrice: 1 });

/** A check is repeated until it succeeds; its writes over MCP happen once. */
const once = (check: (seen: SeenStep) => Promise<string[]>): Check => {
  let made: Promise<string[]> | undefined;
  return (seen) => (made ??= check(seen));
};

interface ReportedTool {
  name: string;
  uses: number;
  perDay: { day: string; uses: number }[];
  verdict: string;
}

/** Concurrent writes, deprecated tools, and refused writes. */
export const artifactWrites: Scenario[] = [
  scenario('O12', 'the report on the demo history names the deprecated tools that can be removed', {
    say: 'Hello',
    contact: 'maker-o12',
    expect: {
      check: async (seen) => {
        const { items } = (await seen.asAdmin('tools/deprecated?org=maker&days=7')) as {
          items: ReportedTool[];
        };
        const told = items.map(({ name, uses, verdict }) => `${name} ${uses} ${verdict}`);
        return unless(
          [
            told.join() ===
              'update_bom 6 still_in_use,update_budget 0 safe_to_remove,update_context 2 still_in_use,update_mvp 0 safe_to_remove,update_prd 0 safe_to_remove,update_wiring 0 safe_to_remove',
            told.join(),
          ],
          [items.every(({ perDay }) => perDay.length === 7), 'not seven days'],
        );
      },
    },
  }),
  scenario('O10', 'two writes of one version: one succeeds, the other gets a conflict', {
    say: 'Open the BOM panel',
    contact: 'maker-01',
    conversation: projectIds.plantMonitor,
    expect: {
      calls: [{ tool: 'open_bom_drawer', data: { opened: true, versions: { bom: 2 } } }],
      check: once(async (seen) => {
        const before = await bomOf(seen);
        const write = (name: string) =>
          seen.callTool('write_file', {
            artifact_type: 'bom',
            content: { components: [...before.components, part(name)] },
            base_version: 2,
          });
        const results = await Promise.all([write('Left'), write('Right')]);
        const lost = results.filter(({ success }) => !success);
        const after = await bomOf(seen);
        return unless(
          [lost.length === 1 && lost[0]?.errorClass === 'CONFLICT', JSON.stringify(results)],
          [lost[0]?.data?.currentVersion === 3, `currentVersion ${String(lost[0]?.data?.currentVersion)}`],
          [
            after.version === 3 && after.components.length === before.components.length + 1,
            `v${after.version}`,
          ],
        );
      }),
    },
  }),
  scenario('O11', 'the deprecated tools still write, name their replacement, and are counted', {
    say: 'My plan is a light meter based on a Pico',
    contact: 'maker-o11',
    expect: {
      check: once(async (seen) => {
        const call = (tool: string, input: Record<string, unknown>) => seen.callTool(tool, input);
        const results = [
          await call('update_bom', {
            components: [{ name: 'Raspberry Pi Pico W', category: 'mcu', unitPrice: 7 }],
          }),
          await call('update_context', { constraints: ['Battery only'] }),
          await call('update_mvp', { core_features: ['Measures light'] }),
          await call('update_prd', { risks: ['Condensation'] }),
          await call('update_wiring', {
            connections: [
              {
                from: { componentId: 'raspberry-pi-pico-w', pin: 'GP4' },
                to: { componentId: 'bh1750', pin: 'SDA' },
                signal: 'SDA',
              },
            ],
          }),
          await call('update_budget', { target_budget: '40 dollars' }),
        ];
        const { items } = (await seen.asAdmin('tools/deprecated?org=maker&days=7')) as {
          items: ReportedTool[];
        };
        const today = items.map(({ perDay }) => perDay.at(-1)?.uses ?? 0);
        const context = await artifactOf(seen, 'context');
        return unless(
          [
            results.every(
              ({ success, data }) => success && data?.deprecated === true && data.replacedBy === 'write_file',
            ),
            JSON.stringify(results),
          ],
          [today.every((uses) => uses >= 1), `uses today: ${today.join()}`],
          [/light meter[\s\S]*Battery only/i.test(String(context?.content)), String(context?.content)],
        );
      }),
    },
  }),
  scenario('O15', 'invalid writes are refused with a reason, and nothing is stored', {
    say: 'Hello',
    contact: 'maker-o15',
    expect: {
      check: once(async (seen) => {
        const refused = await Promise.all([
          seen.callTool('write_file', { artifact_type: 'conversation_summary', content: 'text' }),
          seen.callTool('write_file', { artifact_type: 'code', file_path: '../x', content: 'text' }),
          seen.callTool('write_file', { artifact_type: 'bom', content: 'text' }),
          seen.callTool('update_budget', {}),
        ]);
        const [stored] = await seen.rows<{ n: number }>(
          'SELECT count(*)::int AS n FROM artifacts WHERE conversation_id = $1',
          [seen.conversationId],
        );
        return unless(
          [
            refused.every(({ success, errorClass }) => !success && errorClass === 'VALIDATION_FAILED'),
            JSON.stringify(refused),
          ],
          [stored?.n === 0, `${stored?.n} artifacts`],
        );
      }),
    },
  }),
];
