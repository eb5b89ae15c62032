import type { PackSetting } from '#pack-kit';
import { KnownSettings } from './known-settings.ts';

const setting = (name: string, over: Partial<PackSetting> = {}): PackSetting => ({
  pack: 'geo',
  name,
  description: 'It says where.',
  ...over,
});

it('contains the settings of packs and of the platform', () => {
  const known = new KnownSettings([
    setting('GEO_URL', { default: 'x' }),
    setting('GEO_KEY', { secret: true }),
  ]);
  expect(known.get('GEO_URL')).toMatchObject({ kind: 'text', default: 'x', pack: 'geo' });
  expect(known.get('GEO_KEY')).toMatchObject({ kind: 'secret', pack: 'geo' });
  expect(known.get('MODEL_ROUNDS')).toMatchObject({ kind: 'whole_number', pack: null });
  expect([known.packDefault('GEO_URL'), known.packDefault('MODEL_ROUNDS')]).toEqual(['x', undefined]);
});

it.each([
  ['a platform name', [setting('MODEL_ROUNDS')], 'MODEL_ROUNDS: declared by the platform and by pack geo'],
  ['the name of a pack', [setting('A_B'), setting('A_B', { pack: 'ohm' })], 'by pack geo and by pack ohm'],
  ['a name that is none', [setting('geoKey')], '"geoKey": a name is'],
  ['no description', [setting('GEO_URL', { description: ' ' })], 'it has no description'],
  ['a default of a secret', [setting('GEO_KEY', { secret: true, default: 'x' })], 'a secret has no default'],
])('refuses %s at start', (_case, settings, problem) => {
  expect(() => new KnownSettings(settings)).toThrow(problem);
});

it('suggests similar names', () => {
  const known = new KnownSettings();
  expect(() => known.get('model_round')).toThrow('Did you mean MODEL_ROUNDS or VOICE_MODEL_ROUNDS?');
  expect(() => known.get('TOOL_TIMEOUT')).toThrow('Did you mean TOOL_TIMEOUT_MS');
  expect(() => known.get('toString')).toThrow('There is no setting "toString".');
  expect(() => known.get('ZZZZZZZZ')).toThrow(/^There is no setting "ZZZZZZZZ"\.$/);
});
