import type { ToolOverride } from '#contracts';
import { type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { ContactData, ErasedBatch } from '#identity';
import type { Changes } from '#queue';
import type { ToolRegistry } from '../registry.ts';
import { lockEditsOfAll } from './tool-override.repository.ts';

/** Before the turns: the messages say which examples are the contact's words. */
const BEFORE_TURNS = 50;

/** Versions of the org with examples that are, word for word, messages of the contact's conversations (`$2` the contact). */
const SAID = `
  SELECT o.id, o.tool, o.version, o.override, jsonb_agg(DISTINCT e.example) AS said
    FROM tool_overrides o CROSS JOIN LATERAL jsonb_array_elements_text(o.override->'examples') AS e(example)
   WHERE o.org_id = $1 AND btrim(e.example) IN (
           SELECT btrim(m.text) FROM messages m JOIN conversations c ON c.org_id = m.org_id AND c.id = m.conversation_id
            WHERE m.org_id = $1 AND c.contact_id = $2 AND m.role = 'user')
   GROUP BY o.id, o.tool, o.version, o.override ORDER BY o.tool, o.version`;
const REWRITE = 'UPDATE tool_overrides SET override = $3 WHERE org_id = $1 AND id = $2';

interface SaidRow {
  id: string;
  tool: string;
  version: number;
  override: ToolOverride;
  said: string[];
}

/** Messages of contacts that became examples of tools. They are taken out of every version; what a tool's file says too stays. */
export class ExampleContactData implements ContactData {
  readonly name = 'tool_examples';
  readonly order = BEFORE_TURNS;

  constructor(
    private readonly registry: Pick<ToolRegistry, 'toolOf'>,
    private readonly changes: Pick<Changes, 'announce'>,
  ) {}

  async export(tx: OrgTransaction, contactId: string): Promise<Record<string, unknown[]>> {
    const rows = await this.heldRows(tx, contactId);
    return { tool_overrides: rows.map(({ tool, version, said }) => ({ tool, version, examples: said })) };
  }

  async erase(tx: OrgTransaction, contactId: string): Promise<ErasedBatch> {
    // An edit under way would carry the examples on into a version of its own.
    await lockEditsOfAll(tx);
    const rows = await this.heldRows(tx, contactId);
    for (const { id, override, said } of rows)
      await tx.execute(REWRITE, [id, jsonbText(withoutExamples(override, said))]);
    if (rows.length > 0) await this.changes.announce(tx, 'tools');
    return { deleted: { tool_overrides: rows.length }, more: false };
  }

  private async heldRows(tx: OrgTransaction, contactId: string): Promise<SaidRow[]> {
    const rows = await tx.query<SaidRow>(SAID, [contactId]);
    return rows.flatMap((row) => {
      const ofFile = this.registry.toolOf(tx.orgId, row.tool)?.tool.examples ?? [];
      const said = row.said.filter((example) => !ofFile.includes(example));
      return said.length === 0 ? [] : [{ ...row, said }];
    });
  }
}

/** Where no example is left, those below count again: a tool has at least one. */
function withoutExamples(
  { examples = [], ...override }: ToolOverride,
  gone: readonly string[],
): ToolOverride {
  const left = examples.filter((example) => !gone.includes(example));
  return left.length === 0 ? override : { ...override, examples: left };
}
