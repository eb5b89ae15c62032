import { Client, type JsonSchemaValidator, type jsonSchemaValidator } from '@modelcontextprotocol/client';

/**
 * Accepts every answer. The SDK would validate it against the tool's `outputSchema` on the event loop, where a malicious
 * regular expression of the server could block the process.
 */
const acceptAll: jsonSchemaValidator = {
  getValidator<Answer>(): JsonSchemaValidator<Answer> {
    return (answer: unknown) => ({ valid: true, data: answer as Answer, errorMessage: undefined });
  },
};

/** `negotiate` the server's revision first, or use the `legacy` handshake only. */
export type Handshake = 'negotiate' | 'legacy';

/** Creates a client for an external server. */
export function newClient(handshake: Handshake): Client {
  return new Client(
    { name: 'turnpike', version: '1.0.0' },
    {
      versionNegotiation: { mode: handshake === 'negotiate' ? 'auto' : 'legacy' },
      jsonSchemaValidator: acceptAll,
    },
  );
}
