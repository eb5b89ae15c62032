import type { ServerResponse } from 'node:http';
import {
  answer,
  answerWithCall,
  hasToolResult,
  ScriptedProviders,
  type AskedProvider,
} from '../e2e/providers.fixture.ts';

/** The tool call that the model requests first. */
interface FirstCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** A model that first requests one tool call and then answers in text; a test can hold that answer back. */
export class ScriptedModel {
  /** Settings that point an installation to this model. */
  readonly env: Record<string, string>;
  private readonly held: (() => void)[] = [];
  holding = false;

  private constructor(
    private readonly providers: ScriptedProviders,
    private readonly first: FirstCall,
    private readonly last: string,
  ) {
    this.env = { ...providers.only('openai'), MODEL_PROVIDER: 'openai' };
    providers.behave = (asked, response) => this.receive(asked, response);
  }

  static async start(first: FirstCall, last: string): Promise<ScriptedModel> {
    return new ScriptedModel(await ScriptedProviders.start(), first, last);
  }

  get requests(): AskedProvider['body'][] {
    return this.providers.asked.map(({ body }) => body);
  }

  /** Turn requests before any tool call. Insight extraction sends no tools. */
  get toolRounds(): AskedProvider['body'][] {
    return this.providers.asked
      .filter((asked) => asked.body.tools && !hasToolResult(asked))
      .map(({ body }) => body);
  }

  /** The number of answers that wait for {@link release}. */
  get heldAnswers(): number {
    return this.held.length;
  }

  release(): void {
    this.holding = false;
    for (const go of this.held.splice(0)) go();
  }

  async stop(): Promise<void> {
    this.release();
    await this.providers.stop();
  }

  private receive(asked: AskedProvider, response: ServerResponse): void {
    if (!hasToolResult(asked)) answerWithCall(asked, response, this.first.name, this.first.arguments);
    else if (this.holding) this.held.push(() => answer(asked, response, this.last));
    else answer(asked, response, this.last);
  }
}
