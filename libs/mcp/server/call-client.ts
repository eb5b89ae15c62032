import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import { ToolError, type CallClient } from '#pack-kit';

/** The person and the model at the client's end, as a tool may ask them while its call runs. */
export function callClientOf(server: Server, context: ServerContext): CallClient {
  const capabilities = server.getClientCapabilities() ?? {};
  const options = { signal: context.mcpReq.signal };
  return {
    elicit: async (message, schema) => {
      if (!capabilities.elicitation) throw cannot('fill in forms (elicitation)');
      // Its shape is the tool's own affair; the client refuses what it cannot show.
      const requestedSchema = schema as never;
      return answered(() => context.mcpReq.elicitInput({ mode: 'form', message, requestedSchema }, options));
    },
    sample: async (prompt, { maxTokens }) => {
      if (!capabilities.sampling) throw cannot('run a model for the server (sampling)');
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const { content, model } = await answered(() =>
        context.mcpReq.requestSampling({ messages, maxTokens }, options),
      );
      const parts = Array.isArray(content) ? content : [content];
      return { text: parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(''), model };
    },
  };
}

function cannot(what: string): ToolError {
  return new ToolError('PRECONDITION_FAILED', `The client cannot ${what}, which this tool needs.`);
}

async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
      throw new ToolError('TIMEOUT', 'Nobody at the client has answered in time.');
    // The client said no, or its answer does not fit the question.
    if (error instanceof ProtocolError)
      throw new ToolError('UPSTREAM_REJECTED', `The client: ${error.message}`);
    throw error;
  }
}
