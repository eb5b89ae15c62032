import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { component, finishedBom } from '../../schema/artifacts/bom.kind.ts';
import { stepFor, withList } from '../../testing/parts-list-turn.ts';
import { changesFor } from './list-changes.ts';
import { partsFor } from './parts-list.ts';

const PROJECT = 'an ESP32 with a DHT22, an LED, a relay and an OLED';
const after = (text: string, project = PROJECT) => {
  const step = stepFor(text, withList(project));
  const { components = [] } = (callsOf(step)[0]?.arguments['content'] ?? {}) as {
    components?: { id: string; _delete?: true }[];
  };
  return { step, changes: components.map(({ id, _delete }) => (_delete ? `-${id}` : id)) };
};

describe('what alone is to be left', () => {
  it.each([
    'Keep only the display on at night',
    'Keep only one DHT22',
    'leave only the display on',
    'keep just two LEDs',
    'keep only the relay that switches the pump',
    'keep only the board?',
    'delete all but one LED',
    'خلي الشاشة تعمل في الليل فقط',
    'أبق شاشة واحدة فقط',
  ])('%s changes nothing', (text) => {
    expect(after(text).changes).toEqual([]);
    const components = partsFor([PROJECT]).map((part) => component.parse(part));
    expect(changesFor(text, finishedBom({ currency: 'USD', components }).components).kind).not.toBe(
      'changed',
    );
  });

  it.each(['keep only the display on in the parts list', 'keep only one LCD in the list of parts'])(
    '%s puts nothing in, and is answered',
    (text) => {
      const { step, changes } = after(text, 'an ESP32 with a DHT22');
      expect(changes).toEqual([]);
      expect(reply(step)).toMatch(/stays/);
    },
  );

  it.each<[string, string[]]>([
    ['Just keep the ESP32, please, and remove the relay', ['-relay-1']],
    ['keep only the ESP32 and remove the relay', ['-relay-1']],
    ['just keep the display on at night and drop the LED', ['-led-5mm']],
    ['remove all the LEDs but keep the relay', ['-led-5mm']],
  ])('%s: what is ordered is done, and no more', (text, changes) =>
    expect(after(text).changes).toEqual(changes),
  );

  const left = (text: string) => {
    const all = [
      'esp32-devkit',
      'dht22',
      'led-5mm',
      'relay-1',
      'ssd1306',
      'res-10k',
      'res-220',
      'breadboard-830',
      'jumper-40',
    ];
    return all.filter((id) => !after(text).changes.includes(`-${id}`));
  };
  it.each<[string, string[]]>([
    ['keep only the board and the display, please', ['esp32-devkit', 'ssd1306']],
    ['keep just the ESP32 and the DHT 22', ['esp32-devkit', 'dht22']],
    [
      'leave only the ESP32, the sensor and the OLED in the parts list.',
      ['esp32-devkit', 'dht22', 'ssd1306'],
    ],
    ['keep nothing but the first and the breadboard', ['esp32-devkit', 'breadboard-830']],
    ['keep only the board and the display. Remove the rest.', ['esp32-devkit', 'ssd1306']],
    ['أبق اللوحة والشاشة فقط', ['esp32-devkit', 'ssd1306']],
  ])('%s', (text, ids) => expect(left(text)).toEqual(ids));

  it('of what is not in the list nothing follows for the rest', () =>
    expect(after('keep only the board and the pump').changes).toEqual([]));
});
