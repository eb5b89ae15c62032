import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { isRefusal } from './connection-failure.ts';

const rpc = (message: string) =>
  JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });

it.each([
  [404, '', true],
  [400, 'No valid session ID provided', true],
  [400, rpc('Bad Request: No valid session ID provided'), true],
  [400, rpc('Bad Request: Server not initialized'), true],
  [400, '{"error":"Invalid session ID"}', true],
  [400, '{"detail":"Session not found"}', true],
  [400, rpc('Session "abc" not found'), true],
  [400, rpc('No session found for id abc'), true],
  [400, 'Mcp-Session-Id header is required', true],
  [400, rpc('No transport found for sessionId'), true],
  [400, '<html>Bad Request</html>', false],
  [400, '[]', false],
  [400, rpc('Bad Request: Unsupported protocol version: 1999-01-01'), false],
  [500, rpc('Session not found'), false],
])(
  'of answers with status %d and text %p, those of a forgotten session refuse the request',
  (status, text, is) => {
    const error = new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'no', {
      status,
      statusText: '',
      text,
    });
    expect(isRefusal(error)).toBe(is);
  },
);
