import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import { type CallClient, preconditionFailed, ToolError } from '#pack-kit';

/** Lets a running tool request input from the client's user (elicitation) or model (sampling). */
export function callClientOf(server: Server, context: ServerContext): CallClient {
  const capabilities = server.getClientCapabilities() ?? {};
  const options = { signal: context.mcpReq.signal };
  return {
    elicit: async (message, schema) => {
      if (!capabilities.elicitation?.form) throw cannot('fill in forms (elicitation)');
      // The tool defines the schema; the client rejects a schema that it cannot display.
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
  return preconditionFailed(`The client cannot ${what}, which this tool needs.`);
}

async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
      throw new ToolError('TIMEOUT', 'The client did not answer in time.');
    // The client declined, or its answer does not match the schema.
    if (error instanceof ProtocolError)
      throw new ToolError('UPSTREAM_REJECTED', `The client: ${error.message}`);
    throw error;
  }
}
