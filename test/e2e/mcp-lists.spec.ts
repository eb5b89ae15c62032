import { randomUUID } from 'node:crypto';
import { everyTool, platformTools, scopeTools, ToolRegistry } from '#tools';
import { listingOf } from '../../libs/mcp/server/listed-tools.ts';
import { consult } from '../../packs/consult/index.ts';
import { estio } from '../../packs/estio/index.ts';
import { geo } from '../../packs/geo/index.ts';
import { ohm } from '../../packs/ohm/index.ts';

/** Names of the tools that a client of an org with this pack sees. */
function listed(pack: typeof ohm, disabledTools: string[] = [], found: string[] = []) {
  const scope = scopeTools({
    registry: new ToolRegistry([pack], platformTools).effective(randomUUID()),
    agent: pack.agents.map(({ name }) => ({ pack: pack.name, name })),
    orgPacks: [pack.name],
    disabledTools: new Set(disabledTools),
    channel: 'chat',
    caller: 'staff',
    conversation: everyTool,
  });
  return listingOf(scope, { all: false, found: new Set(found) }).listed.map(
    ({ registered }) => registered.tool,
  );
}
const names = (tools: { name: string }[]) => tools.map(({ name }) => name);

it.each([ohm, estio, consult, geo])('lists no deprecated tool: $name', (pack) => {
  expect(listed(pack).filter(({ deprecated }) => deprecated)).toEqual([]);
  expect(listed(pack)).not.toEqual([]);
});

it('lists the tools with which the agents of ohm work', () => {
  expect(names(listed(ohm))).toEqual(
    expect.arrayContaining(['read_file', 'write_file', 'add_code_file', 'open_bom_drawer']),
  );
  for (const pack of [estio, consult, geo]) expect(names(listed(pack))).not.toContain('write_file');
});

it('lists deprecated tools that the client has found, or whose replacement is switched off', () => {
  expect(names(listed(ohm, [], ['update_bom']))).toContain('update_bom');
  expect(names(listed(ohm, ['write_file']))).toContain('update_bom');
});
