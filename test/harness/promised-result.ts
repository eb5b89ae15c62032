import type { Tool } from '#pack-kit';

/**
 * Expects that the data of a successful call is what the result schema of the tool promises to programs and MCP clients: no
 * field is missing, of another type, or not named by the schema.
 */
export function expectPromisedResult({ name, result }: Pick<Tool, 'name' | 'result'>, data: unknown): void {
  const json: unknown = JSON.parse(JSON.stringify(data));
  const read = result?.safeParse(json);
  expect({ tool: name, problem: read?.error?.message, data: read?.data }).toEqual({
    tool: name,
    problem: undefined,
    data: json,
  });
}
