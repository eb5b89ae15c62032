import { platformTools } from '#tools';
import { openWorkshop, type Workshop } from '../../testing/workshop.ts';
import { partsFor } from '../../offline/rules/parts-list.ts';
import { wiringFor } from '../../offline/rules/pin-plan.ts';
import type { Bom } from './bom.kind.ts';

const readFile = platformTools.find(({ name }) => name === 'read_file')!;

interface Reading {
  version: number;
  warnings?: string[];
}

describe('an artifact is read beside the others as they are now', () => {
  let workshop: Workshop;
  beforeAll(async () => void (workshop = await openWorkshop()));
  beforeEach(async () => {
    await workshop.newProject();
    await workshop.write({ kind: 'bom', content: { components: partsFor(['esp32 temperature']) } });
    const { components } = (await workshop.content<Bom>('bom'))!;
    await workshop.write({ kind: 'wiring', content: { ...wiringFor(components) } });
  });
  afterAll(() => workshop?.close());

  const read = (kind: string, version?: number) =>
    workshop.run<Reading>(readFile, { artifact_type: kind, ...(version && { version }) });
  const add = (id: string) =>
    workshop.write({ kind: 'bom', strategy: 'merge', content: { components: partsFor([id]).slice(0, 2) } });

  it('says nothing while they fit', async () => {
    await workshop.write({ kind: 'budget', content: { targetBudget: 20 } });
    for (const kind of ['bom', 'wiring', 'budget']) expect((await read(kind)).warnings).toBeUndefined();
  });

  it('tells that the wiring was drawn for an older parts list, and what it lacks', async () => {
    await add('esp32 oled');
    const { warnings, version } = await read('wiring');
    expect(version).toBe(1);
    expect(warnings).toEqual([
      expect.stringMatching(/^STALE_BOM: The wiring was drawn for version 1 .* version 2 now/),
      expect.stringMatching(/^STALE_BOM: The parts list has SSD1306/),
    ]);
    expect((await read('wiring', 1)).warnings).toBeUndefined();
  });

  it('makes nothing of a new price', async () => {
    await workshop.write({
      kind: 'bom',
      strategy: 'merge',
      content: { components: [{ id: 'ds18b20', unitPrice: 9 }] },
    });
    expect((await read('wiring')).warnings).toBeUndefined();
  });

  it('tells that a budget has sums of an older list', async () => {
    await workshop.write({ kind: 'budget', content: { targetBudget: 20 } });
    await add('esp32 oled');
    expect((await read('budget')).warnings).toEqual([expect.stringMatching(/^STALE_BOM: .*18\.95 USD/)]);
  });

  it('tells that code has pins of an older wiring', async () => {
    await workshop.write({
      kind: 'code',
      content: { files: [{ path: 'src/config.h', content: 'constexpr uint8_t PIN_DS18B20_DATA = 4;\n' }] },
    });
    expect((await read('code')).warnings).toBeUndefined();
    const { components } = (await workshop.content<Bom>('bom'))!;
    const moved = JSON.parse(JSON.stringify(wiringFor(components)).replaceAll('"pin":"4"', '"pin":"27"'));
    await workshop.write({ kind: 'wiring', content: moved });
    expect((await read('code')).warnings).toEqual([expect.stringMatching(/^PIN_DIFFERS: .*pin 4.*has 27/)]);
  });
});
