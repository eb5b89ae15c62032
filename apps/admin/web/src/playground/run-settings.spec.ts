import { overrideOf, overrideWords } from './run-settings.ts';

it.each([
  ['', '', undefined],
  ['', 'off', { broker: 'off' }],
  ['tier:premium', '', { tier: 'premium' }],
  ['gpt-6.1-sol', 'enforce', { model: 'gpt-6.1-sol', broker: 'enforce' }],
  ['tier:unheard', 'sideways', undefined],
])('model %p with broker %p gives the override %p', (model, broker, asked) => {
  expect(overrideOf({ model, broker })).toEqual(asked);
});

it('describes the override in words', () => {
  expect(overrideWords({ tier: 'flash', broker: 'off' })).toBe('tier flash, broker off');
});
