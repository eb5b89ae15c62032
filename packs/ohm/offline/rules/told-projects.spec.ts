import { component, finishedBom } from '../../schema/artifacts/bom.kind.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { changesFor } from './list-changes.ts';
import { behavioursIn, briefsFor } from './project-brief.ts';
import { partsFor, partsToAdd } from './parts-list.ts';

const idsFor = (text: string) => partsFor([text]).map(({ id }) => id);

describe('what a device is to do, and when', () => {
  it.each([
    ['LED that blinks when it is dark', 'LED that blinks when it is dark.'],
    ['I want to build a pump that starts if the soil is dry', 'A pump that starts if the soil is dry.'],
    ['مصباح يعمل عندما يحل الظلام', 'مصباح يعمل عندما يحل الظلام.'],
  ])('%s is kept in the briefs', (text, behaviour) => {
    expect(behavioursIn(text)).toEqual([behaviour]);
    const [, mvp, prd] = briefsFor(text);
    expect(mvp?.content).toContain(behaviour);
    expect(prd?.content).toContain(behaviour);
  });

  it.each(['an ESP32 with an LED', 'what happens when the LED is on?', 'tell me if you can'])(
    'is not told by: %s',
    (text) => expect(behavioursIn(text)).toEqual([]),
  );
});

describe('a sensor for the water of a tank', () => {
  it.each([
    'a pump that starts when the tank is empty',
    'tell me when the water tank is almost full',
    'an alarm for an empty reservoir',
    'a level sensor for my barrel',
    'جهاز ينبهني عندما يفرغ الخزان',
  ])('%s', (text) => expect(partsNamedIn(text).map(({ id }) => id)).toContain('water-level'));

  it.each(['a light level sensor', 'a level shifter', 'a pump that fills the tank'])('is not: %s', (text) =>
    expect(partsNamedIn(text).map(({ id }) => id)).not.toContain('water-level'),
  );
});

describe('what feeds a pump', () => {
  it('is the battery that is named, by a converter', () => {
    expect(idsFor('a pump on 4 AA')).toContain('buck-mp1584');
    expect(idsFor('a pump on 4 AA')).not.toContain('psu-5v2a');
  });
  it('is its own supply where one is named', () =>
    expect(idsFor('a nano on 4 AA, the pump has its own 5V supply')).toContain('psu-5v2a'));
  it('is one holder, however many cells are in it', () => {
    const known = finishedBom({
      currency: 'USD',
      components: partsFor(['an arduino nano']).map((part) => component.parse(part)),
    }).components;
    expect(changesFor('add 4 AA batteries', known)).toMatchObject({
      kind: 'changed',
      changes: [{ id: 'battery-4aa', quantity: 1 }],
    });
  });
  it('is the battery of the list to which it is added', () => {
    const known = partsFor(['an arduino nano on 4 AA']);
    const added = partsToAdd('add a pump', known).map(({ id }) => id);
    expect(added).toContain('buck-mp1584');
    expect(added).not.toContain('psu-5v2a');
  });
});
