import { ModelError, OfflineEmbedder, type EmbeddingModel } from '#models';
import type { RegisteredTool } from '#tools';
import { SemanticToolIndex } from './semantic-tool-index.ts';

const tool = (name: string, description: string): RegisteredTool =>
  ({ tool: { name, description, whenToUse: [], examples: [] } }) as unknown as RegisteredTool;

const contract = tool('contract', 'Drafts a sale contract as PDF');
const mortgage = tool('mortgage', 'Works out the instalment of a loan');
const weather = tool('weather', 'Tells the weather');
const tools = [contract, mortgage, weather];
const options = { orgId: 'org', most: 3, minScore: 0.3 };

/** Embeds texts by topic: papers, money, or anything else. */
const MEANINGS: [RegExp, number[]][] = [
  [/contract|Papiere/, [1, 0, 0]],
  [/loan|hipoteca/, [0, 1, 0]],
];
const meaningOf = (text: string) => MEANINGS.find(([words]) => words.test(text))?.[1] ?? [0, 0, 1];

class KnowsMeaning implements EmbeddingModel {
  readonly semantic = true;
  readonly calls: string[][] = [];
  answers: (texts: string[]) => Promise<number[][]> = async (texts) => texts.map(meaningOf);

  constructor(readonly model = 'meaning-1') {}

  async embed(texts: string[], signal?: AbortSignal): Promise<number[][]> {
    this.calls.push(texts);
    const late = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
    return Promise.race([this.answers(texts), late]);
  }
}

const names = async (index: SemanticToolIndex, query: string) =>
  (await index.search(tools, query, options)).map(({ registered, score }) => [registered.tool.name, score]);

describe('the search for tools by meaning', () => {
  it('finds tools without a common word, also in another language', async () => {
    const index = new SemanticToolIndex({ of: () => new KnowsMeaning() });
    expect(await names(index, 'Cuánto cuesta una hipoteca al mes')).toEqual([['mortgage', 1]]);
    expect(await names(index, 'Bereite die Papiere vor')).toEqual([['contract', 1]]);
  });

  it('requests a tool’s vector once per model, and again after an edit', async () => {
    const [one, other] = [new KnowsMeaning('meaning-1'), new KnowsMeaning('meaning-2')];
    const index = new SemanticToolIndex({ of: (orgId) => (orgId === 'org' ? one : other) });
    await index.search(tools, 'hipoteca', options);
    await index.search(tools, 'Papiere', options);
    expect(one.calls.map((texts) => texts.length)).toEqual([1, 3, 1]);
    await index.search(tools, 'hipoteca', { ...options, orgId: 'another' });
    expect(other.calls.map((texts) => texts.length)).toEqual([1, 3]);
    const edited = tool('weather', 'Works out a loan');
    const found = await index.search([contract, edited], 'hipoteca', options);
    expect(found.map(({ registered }) => registered)).toEqual([edited]);
    expect(one.calls.at(-1)).toEqual(['Works out a loan']);
  });

  it('uses keyword search without a semantic model or without tools', async () => {
    const index = new SemanticToolIndex(new OfflineEmbedder());
    expect((await names(index, 'a contract as PDF')).map(([name]) => name)).toEqual(['contract']);
    const model = new KnowsMeaning();
    expect(await new SemanticToolIndex({ of: () => model }).search([], 'hipoteca', options)).toEqual([]);
    expect(model.calls).toEqual([]);
  });

  it.each([
    ['is away', () => Promise.reject(new ModelError('UNAVAILABLE', 'away'))],
    ['is not set up', () => Promise.reject(new ModelError('NOT_CONFIGURED', 'no key'))],
    ['does not answer in time', () => new Promise<never>(() => undefined)],
  ])('uses keyword search if the model %s', async (_case, answers) => {
    const model = new KnowsMeaning();
    model.answers = answers;
    const index = new SemanticToolIndex({ of: () => model }, undefined, 20);
    expect((await names(index, 'a contract as PDF')).map(([name]) => name)).toEqual(['contract']);
    model.answers = async (texts) => texts.map(meaningOf);
    const next = new SemanticToolIndex({ of: () => model });
    expect(await names(next, 'hipoteca')).toEqual([['mortgage', 1]]);
  });

  it('serves the next search with vectors that came late', async () => {
    const model = new KnowsMeaning();
    const late = Promise.withResolvers<void>();
    model.answers = async (texts) => {
      if (texts.length > 1) await late.promise;
      return texts.map(meaningOf);
    };
    const index = new SemanticToolIndex({ of: () => model }, undefined, 50);
    expect(await names(index, 'hipoteca')).toEqual([]);
    late.resolve();
    expect(await names(index, 'hipoteca')).toEqual([['mortgage', 1]]);
    expect(model.calls.filter((texts) => texts.length > 1)).toHaveLength(1);
  });

  it('rethrows unexpected errors', async () => {
    const model = new KnowsMeaning();
    model.answers = () => Promise.reject(new TypeError('a mistake'));
    await expect(names(new SemanticToolIndex({ of: () => model }), 'loan')).rejects.toThrow('a mistake');
  });
});
