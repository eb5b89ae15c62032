import { obstacleText, obstaclesText, waitText } from './obstacle-text.ts';

it('formats a wait in seconds, then in minutes, rounded up', () => {
  expect([1, 11_028, 119_999, 120_000, 290_001].map(waitText)).toEqual(
    '1 s | 12 s | 120 s | 2 min | 5 min'.split(' | '),
  );
});

it('describes why a model is not called, and the next retry', () => {
  expect(obstacleText({ reason: 'OPENAI_API_KEY is not set' })).toBe('OPENAI_API_KEY is not set');
  expect(obstacleText({ reason: 'it failed repeatedly', retryInMs: 9_500 })).toBe(
    'it failed repeatedly; retry in 10 s',
  );
});

it('lists each reason of several models once', () => {
  const failed = { reason: 'it failed repeatedly' };
  expect(
    obstaclesText([
      { model: 'mini', ...failed, retryInMs: 20_000 },
      { model: 'large', reason: 'GOOGLE_API_KEY is not set' },
      { model: 'medium', ...failed, retryInMs: 11_028 },
      { model: 'mini', ...failed, retryInMs: 20_000 },
    ]),
  ).toBe('mini, medium: it failed repeatedly; first retry in 12 s. large: GOOGLE_API_KEY is not set');
});
