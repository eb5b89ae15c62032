import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { ArtifactReadModel } from '#artifacts';
import { artifactContentView, TurnpikeError, type ArtifactContentView } from '#contracts';
import type { ApiCaller } from '#identity';
import { CONVERSATION_SUMMARY } from '#tools';
import { ConversationSummaries } from '#turns';
import { Caller, KeyedRoutes } from '../auth/api-key.guard.ts';
import { ApiProblem, ApiProblems } from '../problem-responses.ts';
import { conversationIdParam, noConversation, type ConversationIdParam } from './conversation-id.ts';

/** A flash model takes seconds. After this time, the summary is left to the job that runs after the next messages. */
const MAX_WAIT_MS = 25_000;

/** After this time, the job or a fallback model has usually written the summary. */
const ASK_AGAIN_MS = 30_000;

class SummaryTimeoutError extends TurnpikeError {
  constructor() {
    super('The model has not answered in time; ask again later.', {
      code: 'SUMMARY_TIMEOUT',
      kind: 'unavailable',
      audience: 'operator',
      retry: 'retry',
      retryAfterMs: ASK_AGAIN_MS,
    });
  }
}

@KeyedRoutes('conversations', 'turns')
@Controller('v1/conversations/:conversationId/summary')
export class SummaryController {
  constructor(
    private readonly summaries: ConversationSummaries,
    private readonly artifacts: ArtifactReadModel,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'summarizeConversation',
    summary: 'Summarize the conversation now, even after few new messages',
    description: 'Answers with the artifact conversation_summary. 409 while nothing has been answered yet.',
  })
  @ApiResponse({ status: 200, standardSchema: artifactContentView })
  @ApiProblems(409, 429, 502)
  @ApiProblem(503, 'The model or the database does not answer; `Retry-After` says when to try again.')
  async summarize(
    @Caller() { orgId }: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
  ): Promise<ArtifactContentView> {
    await this.make(orgId, conversationId);
    const summary = await this.artifacts.find(orgId, conversationId, CONVERSATION_SUMMARY);
    return summary ?? noConversation(conversationId);
  }

  private async make(orgId: string, conversationId: string): Promise<void> {
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    try {
      await this.summaries.summarizeNow(orgId, conversationId, signal);
    } catch (error) {
      if (signal.aborted && error === signal.reason) throw new SummaryTimeoutError();
      throw error;
    }
  }
}
