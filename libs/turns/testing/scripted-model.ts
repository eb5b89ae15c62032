import type { Flags } from '#flags';
import {
  LanguageModels,
  ModelCalls,
  ModelRegistry,
  ModelRouter,
  ModelTasks,
  type GenerateRequest,
  type GenerateResult,
  type LanguageModel,
  type ModelToolCall,
} from '#models';

type Answer = (request: GenerateRequest) => Promise<Partial<GenerateResult>> | Partial<GenerateResult>;

/** A model that gives the answers of a script in order, and records its requests. */
export class ScriptedModel implements LanguageModel {
  readonly provider = 'offline';
  readonly requests: GenerateRequest[] = [];
  private script: Answer[] = [];

  answer(...answers: Answer[]): void {
    this.script.push(...answers);
  }

  forget(): void {
    this.script = [];
    this.requests.length = 0;
  }

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    this.requests.push({ ...request, messages: [...request.messages] });
    const next = this.script.shift();
    const answer = next ? await next(request) : {};
    const toolCalls = answer.toolCalls ?? [];
    const text = answer.text ?? (toolCalls.length > 0 ? '' : 'Fine.');
    if (text) request.onText?.(text);
    return {
      text,
      toolCalls,
      usage: { promptTokens: 100, cachedTokens: 0, completionTokens: 10 },
      finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      ...answer,
    };
  }
}

/** An answer that calls tools. */
export function calls(...names: string[]): () => { toolCalls: ModelToolCall[] } {
  return () => ({
    toolCalls: names.map((name, index) => ({ id: `call-${index}`, name, arguments: { text: name } })),
  });
}

/** An answer that does not come before the turn is stopped. */
export const hangs: Answer = (request) =>
  new Promise((_resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
  });

/** Tasks that a model of a provider answers with these texts. */
export function scriptedTasks(texts: readonly string[], flags?: Flags) {
  const model = new ScriptedModel();
  model.answer(...texts.map((text) => () => ({ text })));
  const models = new LanguageModels(new Map([['openai', model as LanguageModel]]));
  const router = new ModelRouter({ configured: ['openai'] });
  return {
    model,
    tasks: new ModelTasks(router, new ModelCalls(models, new ModelRegistry()), undefined, flags),
  };
}

/** An answer of a model whose provider or worker is gone. */
export const dies: Answer = () => Promise.reject(new Error('the worker is gone'));
