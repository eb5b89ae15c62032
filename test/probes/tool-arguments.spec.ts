import fc from 'fast-check';
import { nearly, type Schema } from '../../libs/contracts/testing/nearly.ts';
import { describeWith, isLongRun } from '../harness/services.ts';
import { workMs } from '../harness/work-ms.ts';
import { mcpToolsOf, type McpTool } from './mcp-tools.ts';
import { ProbedServers } from './servers.ts';

/** Generated calls over all tools together. */
const CALLS = isLongRun ? 100_000 : 3_000;
/** A call of more processor time is compared with a harmless short one. An ordinary one takes about 5 ms. */
const STALL_MS = 100;
const MAX_TIMES_HARMLESS = 9;
/** No call may take more processor time, also of a tool whose every call is slow. */
const MAX_MS = 2_000;
/** Every so many generated calls have long texts. */
const LONG_EVERY = 7;
const LONG_CHARACTERS = 50_000;

/** Numbers at and beyond the limits of columns, and fractions where whole numbers are meant. */
const EDGES: unknown[] =
  `0 -0 0.5 -1 150000.5 32768 2147483647 2147483648 -2147483649 1e12 9007199254740992 1e19 1e21 -1e21
  1e300 5e-324`
    .split(/\s+/)
    .flatMap((text) => [Number(text), text]);
EDGES.push('150.000,50 €', '٢١٤٧٤٨٣٦٤٨', 'NaN', '1 '.repeat(LONG_CHARACTERS / 2));

/** Values with which calls pass the other checks of their tools. */
const KNOWN: Record<string, string[]> = {
  contactId: ['contact-015'],
  contact_id: ['contact-015'],
  district: ['Paphos', 'Yas Island'],
  districts: ['Yas Island'],
  municipality: ['Al Ain'],
  dataset: ['conversations', 'properties', 'deals', 'leads', 'insights'],
  artifact_type: ['bom', 'context', 'budget', 'code'],
};

describeWith('postgres', 'arguments of every tool', () => {
  let servers: ProbedServers;
  let tools: McpTool[];
  let conversations: Map<string, string>;
  const known = { ...KNOWN };
  const faults = new Map<string, string>();
  beforeAll(async () => {
    servers = await ProbedServers.start();
    tools = await mcpToolsOf(servers);
    const some = await servers.rows<{ slug: string; id: string }>(
      'SELECT DISTINCT ON (slug) slug, c.id FROM conversations c JOIN orgs o ON o.id = c.org_id ORDER BY slug, c.id',
    );
    conversations = new Map(some.map(({ slug, id }) => [slug, id]));
    for (const [name, table] of [
      ['propertyId', 'estio_properties'],
      ['propertyIds', 'estio_properties'],
      ['dealId', 'estio_deals'],
      ['conversation_id', 'conversations'],
    ] as const) {
      const rows = await servers.rows<{ id: string }>(`SELECT id FROM ${table} ORDER BY id LIMIT 3`);
      known[name] = rows.map(({ id }) => id);
    }
  }, 120_000);
  afterAll(() => servers.stop());
  beforeEach(() => faults.clear());

  async function call(tool: McpTool, given: unknown): Promise<void> {
    let text = '';
    const msOf = (some: unknown) =>
      workMs(async () => {
        text = (await servers.ask(tool.call(some, conversations.get(tool.org)))).text;
      }, STALL_MS);
    const ms = await msOf(given);
    let fault = /INTERNAL|defect on our side/.test(text) && 'defect';
    const isStall = async () => ms > MAX_MS || ms > MAX_TIMES_HARMLESS * (await msOf(harmless(given)));
    if (ms > STALL_MS && (await isStall())) fault ||= `${ms} ms`;
    if (fault) faults.set(tool.tool, `${fault}: ${tool.name} ${JSON.stringify(given).slice(0, 300)}`);
  }

  it('numbers at and beyond the limits of a column are searched for or refused', async () => {
    for (const tool of tools) {
      const [base] = fc.sample(nearly(requiredOf(tool.inputSchema), known), { numRuns: 1, seed: 7 });
      for (const [name, schema] of Object.entries(tool.inputSchema.properties ?? {}))
        if (isNumeric(schema))
          for (const edge of EDGES) await call(tool, { ...(base as object), [name]: edge });
    }
    expect([...faults.values()]).toEqual([]);
  }, 600_000);

  it('generated arguments get a result or a refusal', async () => {
    for (let count = 0; count < CALLS; count += 1) {
      const tool = tools[count % tools.length]!;
      const [given] = fc.sample(nearly(tool.inputSchema, known), { numRuns: 1, seed: count });
      const fixed = JSON.stringify([tool.inputSchema, known]);
      await call(tool, count % LONG_EVERY === 0 ? lengthened(given, fixed) : given);
    }
    expect([...faults.values()]).toEqual([]);
  }, 3_600_000);
});

/** The same arguments, with ones for numbers, and one letter for long texts and deep values. */
const harmless = (given: unknown) =>
  replaced(given, (value) => {
    if (typeof value === 'string') return value.length > 40 || /^nested \d+ deep$/.test(value) ? 'a' : value;
    return typeof value === 'number' ? 1 : value;
  });

/** The same arguments, with each text repeated that is not one of the `fixed`, without which a tool refuses the call. */
const lengthened = (given: unknown, fixed: string) =>
  replaced(given, (value) => {
    if (typeof value !== 'string' || !value || fixed.includes(JSON.stringify(value))) return value;
    return value.repeat(LONG_CHARACTERS / value.length);
  });

const replaced = (given: unknown, by: (value: unknown) => unknown): unknown =>
  JSON.parse(JSON.stringify(given ?? null), (_key, value: unknown) => by(value));

const requiredOf = ({ required = [], properties = {}, ...rest }: Schema): Schema => ({
  ...rest,
  required,
  properties: Object.fromEntries(required.map((name) => [name, properties[name] ?? {}])),
});

function isNumeric({ type, anyOf = [] }: Schema): boolean {
  return type === 'number' || type === 'integer' || anyOf.some(isNumeric);
}
