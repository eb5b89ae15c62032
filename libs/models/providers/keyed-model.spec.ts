import { KeyStates } from '../keys/key-states.ts';
import type {
  GenerateRequest,
  GenerateResult,
  KeyRotation,
  LanguageModel,
  LastKeys,
} from '../language-model.ts';
import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import { failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { KeyedModel } from './keyed-model.ts';

/** Answers with the key of the call, or fails with the error class of that key after the text `Half`. */
class ModelOfKeys extends KeyedModel<string> {
  readonly provider = 'openai';
  protected readonly label = 'OpenAI';
  protected readonly setting = 'OPENAI_API_KEY';
  failing: Record<string, ModelErrorClass> = {};
  readonly requested: string[] = [];

  protected connect(apiKey: string): Promise<string> {
    return Promise.resolve(apiKey);
  }

  protected async ask(apiKey: string, { onText }: GenerateRequest): Promise<GenerateResult> {
    this.requested.push(apiKey);
    const failure = this.failing[apiKey];
    onText?.(failure ? 'Half' : 'Whole');
    if (failure) throw new ModelError(failure, 'no', { retryAfterMs: 60_000 });
    const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 };
    return { text: apiKey, toolCalls: [], usage, finishReason: 'stop' };
  }
}

describe('a model with several keys', () => {
  let rotations: KeyRotation[];
  const onKeyRotated = (rotation: KeyRotation) => rotations.push(rotation);
  const open = (apiKeys: string[], keyStates = new KeyStates()) => new ModelOfKeys({ apiKeys, keyStates });
  const ask = (model: LanguageModel) => model.generate(modelRequest('hi', { onKeyRotated }));

  beforeEach(() => {
    rotations = [];
  });

  it.each(['RATE_LIMITED', 'KEY_REJECTED'] as const)(
    'uses the next key after %s, and does not reuse the first',
    async (reason) => {
      const model = open(['one', 'two', 'three']);
      model.failing = { one: reason };
      expect((await ask(model)).text).toBe('two');
      expect((await ask(model)).text).toBe('two');
      expect(model.requested).toEqual(['one', 'two', 'two']);
      expect(rotations).toEqual([{ provider: 'openai', reason }]);
    },
  );

  it('reports a change of key because of a cooldown or a refusal since the previous call', async () => {
    const keyStates = new KeyStates();
    const lastKeys: LastKeys = new Map();
    const worker = (apiKeys = ['one', 'two', 'three']) => open(apiKeys, keyStates);
    const [first, second] = [worker(), worker()];
    const askWithin = async (model: LanguageModel) => {
      rotations = [];
      const { text } = await model.generate(modelRequest('hi', { lastKeys, onKeyRotated }));
      return [text, ...rotations.map(({ reason }) => reason)];
    };
    expect(await askWithin(first)).toEqual(['one']);
    // Another worker has put the key into cooldown.
    await keyStates.startCooldown('openai', 'one', 60_000);
    expect(await askWithin(second)).toEqual(['two', 'RATE_LIMITED']);
    expect(await askWithin(first)).toEqual(['two']);
    await keyStates.remove('openai', 'two', 401);
    expect(await askWithin(first)).toEqual(['three', 'KEY_REJECTED']);
    // A person has removed the key.
    await keyStates.startCooldown('openai', 'one', 0);
    expect(await askWithin(worker(['one']))).toEqual(['one', 'KEY_REMOVED']);
    // Calls without `lastKeys` only see the changes of their own process.
    rotations = [];
    expect(await ask(second)).toMatchObject({ text: 'one' });
    expect(rotations).toEqual([{ provider: 'openai', reason: 'KEY_REJECTED' }]);
    rotations = [];
    await ask(worker());
    expect(rotations).toEqual([]);
  });

  it('tries the next key after a server failure, and the first again in the next call', async () => {
    const model = open(['one', 'two']);
    model.failing = { one: 'UNAVAILABLE' };
    expect((await ask(model)).text).toBe('two');
    model.failing = {};
    expect((await ask(model)).text).toBe('one');
  });

  it('fails with a retryable error while one key is rate-limited, without further calls', async () => {
    const model = open(['one', 'two']);
    model.failing = { one: 'RATE_LIMITED', two: 'KEY_REJECTED' };
    expect(await failureOf(ask(model))).toMatchObject({ errorClass: 'RATE_LIMITED' });
    const failure = await failureOf(ask(model));
    expect(failure).toMatchObject({ errorClass: 'RATE_LIMITED', retry: 'retry' });
    expect(failure.options.retryAfterMs).toBeGreaterThan(50_000);
    expect(model.requested).toEqual(['one', 'two']);
  });

  it('fails permanently when all keys were refused', async () => {
    const model = open(['one', 'two']);
    model.failing = { one: 'KEY_REJECTED', two: 'KEY_REJECTED' };
    for (const _time of [1, 2])
      expect(await failureOf(ask(model))).toMatchObject({ errorClass: 'KEY_REJECTED', retry: 'fail' });
    expect(model.requested).toEqual(['one', 'two']);
  });

  it('does not try another key for an invalid request', async () => {
    const model = open(['one', 'two']);
    model.failing = { one: 'BAD_REQUEST' };
    expect(await failureOf(ask(model))).toMatchObject({ errorClass: 'BAD_REQUEST' });
    expect(model.requested).toEqual(['one']);
  });

  it('reports the next key between the text of an interrupted answer and its own', async () => {
    const model = open(['one', 'two']);
    model.failing = { one: 'BROKEN_STREAM' };
    const events: string[] = [];
    await model.generate(
      modelRequest('hi', {
        onText: (text) => events.push(text),
        onKeyRotated: ({ reason }) => events.push(`(${reason})`),
      }),
    );
    expect(events).toEqual(['Half', '(BROKEN_STREAM)', 'Whole']);
  });
});
