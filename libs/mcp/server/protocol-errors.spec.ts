import { McpCallerRefusedError, McpConversationNotFoundError } from '../mcp.errors.ts';
import { withProtocolErrors } from './protocol-errors.ts';

describe('what an MCP client is told of a request that failed', () => {
  const logged: string[] = [];
  const logger = {
    warn: () => undefined,
    error: (_context: object, message: string) => void logged.push(message),
  };
  const failing = (error: unknown, signal?: AbortSignal) =>
    withProtocolErrors(logger, 'tools/call', () => Promise.reject(error as Error), signal);
  beforeEach(() => void logged.splice(0));

  it('says nothing of our insides, which the log has', async () => {
    await expect(failing(new Error('secret'))).rejects.toThrow('The server failed; its log says why.');
    expect(logged).toHaveLength(1);
  });

  it.each([
    [new McpConversationNotFoundError(), 'UNKNOWN_CONVERSATION'],
    [new McpCallerRefusedError('No.'), 'CALLER_REFUSED'],
  ])('names the cause as everywhere else: %s', async (error, code) => {
    await expect(failing(error)).rejects.toMatchObject({ data: { code } });
  });

  it('is no failure where the client has cancelled it', async () => {
    const signal = AbortSignal.abort('enough');
    await expect(failing('enough', signal)).rejects.toBe('enough');
    expect(logged).toEqual([]);
    await expect(failing(new Error('secret'), signal)).rejects.toThrow('its log says why');
    expect(logged).toHaveLength(1);
  });
});
