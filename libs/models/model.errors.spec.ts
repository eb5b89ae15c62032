import { ModelError, modelErrorClasses } from './model.errors.ts';

describe('an error of a model', () => {
  it('has a retry time if waiting may help', () => {
    for (const errorClass of modelErrorClasses) {
      const { kind, retryAfterMs } = new ModelError(errorClass, 'no');
      const waitingHelps = kind === 'unavailable' || kind === 'too_many';
      expect({ errorClass, hint: retryAfterMs !== undefined }).toEqual({ errorClass, hint: waitingHelps });
    }
  });

  it('uses the time given by the provider', () => {
    const { retryAfterMs } = new ModelError('RATE_LIMITED', 'no', { retryAfterMs: 7_000 });
    expect(retryAfterMs).toBe(7_000);
  });

  it('does not report its default as the provider’s time', () => {
    expect(new ModelError('RATE_LIMITED', 'no').options.retryAfterMs).toBeUndefined();
  });
});
