import { McpCallerRefusedError, McpConversationNotFoundError } from '../mcp.errors.ts';
import { withProtocolErrors } from './protocol-errors.ts';

describe('protocol errors of failed requests', () => {
  const logged: string[] = [];
  const logger = {
    warn: () => undefined,
    error: (_context: object, message: string) => void logged.push(message),
  };
  const failing = (error: unknown, signal?: AbortSignal) =>
    withProtocolErrors(logger, 'tools/call', () => Promise.reject(error as Error), signal);
  beforeEach(() => void logged.splice(0));

  it('hides an unexpected error, which is logged', async () => {
    await expect(failing(new Error('secret'))).rejects.toThrow('The server failed; see its log.');
    expect(logged).toHaveLength(1);
  });

  it.each([
    [new McpConversationNotFoundError(), 'UNKNOWN_CONVERSATION'],
    [new McpCallerRefusedError('No.'), 'CALLER_REFUSED'],
  ])('contains the error code: %s', async (error, code) => {
    await expect(failing(error)).rejects.toMatchObject({ data: { code } });
  });

  it('does not log a request that the client cancelled', async () => {
    const signal = AbortSignal.abort('enough');
    await expect(failing('enough', signal)).rejects.toBe('enough');
    expect(logged).toEqual([]);
    await expect(failing(new Error('secret'), signal)).rejects.toThrow('see its log');
    expect(logged).toHaveLength(1);
  });
});
