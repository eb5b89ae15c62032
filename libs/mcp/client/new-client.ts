import { Client, type JsonSchemaValidator, type jsonSchemaValidator } from '@modelcontextprotocol/client';

/**
 * Takes every answer as it is. The SDK would hold it against the tool's `outputSchema` on the event loop, and a server
 * that names both a regular expression and the text that it is run over can stop the process with them.
 */
const takeAll: jsonSchemaValidator = {
  getValidator<Answer>(): JsonSchemaValidator<Answer> {
    return (answer: unknown) => ({ valid: true, data: answer as Answer, errorMessage: undefined });
  },
};

/** `ask` for the server's revision first; `plain` for the handshake of the older ones alone. */
export type Handshake = 'ask' | 'plain';

/** The client of a server that is not ours. */
export function newClient(handshake: Handshake): Client {
  return new Client(
    { name: 'turnpike', version: '1.0.0' },
    {
      versionNegotiation: { mode: handshake === 'ask' ? 'auto' : 'legacy' },
      jsonSchemaValidator: takeAll,
    },
  );
}
