import { platformTools } from '#tools';
import { workshopOrg } from '../../testing/workshop.fixture.ts';
import { partOf } from '../parts/catalogue.ts';
import { componentFor } from '../parts/listed-part.ts';

const readFile = platformTools.find(({ name }) => name === 'read_file')!;

const partsFor = (...ids: string[]) => ids.map((id) => componentFor(partOf(id)!));
/** The probe with its pull-up, its data line on one pin of the board. */
const wiringOn = (pin: string) => ({
  board: { componentId: 'esp32-devkit', name: 'ESP32 DevKit V1', logicVoltage: 3.3 },
  connections: [
    'esp32-devkit:3V3 -> ds18b20:VCC',
    'esp32-devkit:GND -> ds18b20:GND',
    `esp32-devkit:${pin} -> ds18b20:DATA`,
    'res-4k7:1 -> ds18b20:DATA',
    'res-4k7:2 -> ds18b20:VCC',
  ],
});

interface Reading {
  version: number;
  warnings?: string[];
}

describe('an artifact is checked against the current version of the others', () => {
  const workshop = workshopOrg();
  beforeEach(async () => {
    await workshop.newProject();
    await workshop.write({
      kind: 'bom',
      content: { components: partsFor('esp32-devkit', 'ds18b20', 'res-4k7', 'breadboard-830', 'jumper-40') },
    });
    await workshop.write({ kind: 'wiring', content: wiringOn('4') });
  });

  const read = (kind: string, version?: number) =>
    workshop.run<Reading>(readFile, { artifact_type: kind, ...(version && { version }) });
  const merge = (components: object[]) =>
    workshop.write({ kind: 'bom', strategy: 'merge', content: { components } });

  it('has no warnings while they fit', async () => {
    await workshop.write({ kind: 'budget', content: { targetBudget: 20 } });
    for (const kind of ['bom', 'wiring', 'budget']) expect((await read(kind)).warnings).toBeUndefined();
  });

  it('warns that the wiring was drawn for an older parts list, and names the missing parts', async () => {
    await merge(partsFor('ssd1306'));
    const { warnings, version } = await read('wiring');
    expect(version).toBe(1);
    expect(warnings).toEqual([
      expect.stringMatching(/^STALE_BOM: The wiring was drawn for version 1 .* version 2 now/),
      expect.stringMatching(/^STALE_BOM: The parts list has SSD1306/),
    ]);
    expect((await read('wiring', 1)).warnings).toBeUndefined();
  });

  it('ignores a new price', async () => {
    await merge([{ id: 'ds18b20', unitPrice: 9 }]);
    expect((await read('wiring')).warnings).toBeUndefined();
  });

  it('warns that a budget has sums of an older list', async () => {
    await workshop.write({ kind: 'budget', content: { targetBudget: 20 } });
    await merge(partsFor('ssd1306'));
    expect((await read('budget')).warnings).toEqual([expect.stringMatching(/^STALE_BOM: .*18\.95 USD/)]);
  });

  it('warns that code has pins of an older wiring', async () => {
    await workshop.write({
      kind: 'code',
      content: { files: [{ path: 'src/config.h', content: 'constexpr uint8_t PIN_DS18B20_DATA = 4;\n' }] },
    });
    expect((await read('code')).warnings).toBeUndefined();
    await workshop.write({ kind: 'wiring', content: wiringOn('27') });
    expect((await read('code')).warnings).toEqual([expect.stringMatching(/^PIN_DIFFERS: .*pin 4.*has 27/)]);
  });
});
