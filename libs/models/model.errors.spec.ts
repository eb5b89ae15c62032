import { ModelError, modelErrorClasses } from './model.errors.ts';

describe('an error of a model', () => {
  it('says when to try again wherever waiting may help', () => {
    for (const errorClass of modelErrorClasses) {
      const { kind, retryAfterMs } = new ModelError(errorClass, 'no');
      const waitingHelps = kind === 'unavailable' || kind === 'too_many';
      expect({ errorClass, hint: retryAfterMs !== undefined }).toEqual({ errorClass, hint: waitingHelps });
    }
  });

  it('believes the provider, where it said when', () => {
    const { retryAfterMs } = new ModelError('RATE_LIMITED', 'no', { retryAfterMs: 7_000 });
    expect(retryAfterMs).toBe(7_000);
  });

  it('does not take its own guess for what the provider said', () => {
    expect(new ModelError('RATE_LIMITED', 'no').options.retryAfterMs).toBeUndefined();
  });
});
