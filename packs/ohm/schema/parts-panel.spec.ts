import { finishedBom } from './artifacts/bom.kind.ts';
import { catalogue, partOf } from './parts/catalogue.ts';
import { componentFor } from './parts/listed-part.ts';
import { partsPanel } from './parts-panel.ts';

const bom = finishedBom({
  currency: 'USD',
  components: [
    { required: true, status: 'owned', ...componentFor(partOf('esp32-devkit')!) },
    { required: false, status: 'proposed', ...componentFor(partOf('res-4k7')!, 3) },
    {
      id: 'case',
      name: 'Printed case',
      category: 'mechanical',
      quantity: 1,
      unitPrice: null,
      priceSource: 'unknown',
      required: true,
      status: 'proposed',
    },
  ],
});
const [project, all] = partsPanel({ bom: bom as never });

it('shows the parts of the list with their total cost, and cheaper alternatives', () => {
  expect(project?.items).toEqual([
    {
      id: 'esp32-devkit',
      title: '1 × ESP32 DevKit V1',
      note: '6.50 USD',
      facts: [
        'mcu',
        'takes 5 V',
        '3.3 V logic',
        '80 mA, at most 500',
        'sample price',
        'for less: NodeMCU ESP8266, 3.60 USD',
      ],
      mark: 'owned',
    },
    {
      id: 'res-4k7',
      title: '3 × Resistor 4.7 kΩ',
      note: '0.15 USD',
      facts: ['passive', 'optional, not in the total', 'sample price'],
      mark: null,
    },
    { id: 'case', title: '1 × Printed case', note: 'price unknown', facts: ['mechanical'], mark: null },
  ]);
});

it('shows the whole catalogue, and marks the project’s parts', () => {
  expect(all?.items.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
  const one = (id: string) => all?.items.find((item) => item.id === id);
  expect(one('res-4k7')?.mark).toBe('3 in the project');
  expect(one('psu-5v2a')).toMatchObject({
    note: '5.00 USD',
    facts: ['power', 'gives 5 V', 'up to 2000 mA'],
    mark: null,
  });
  expect(one('buck-mp1584')?.facts).toEqual(['power', 'takes 4.5 to 28 V']);
});

it('says how to request a list if there is none', () => {
  const [empty] = partsPanel({});
  expect(empty).toMatchObject({ items: [], about: expect.stringContaining('Put together the parts list') });
});
