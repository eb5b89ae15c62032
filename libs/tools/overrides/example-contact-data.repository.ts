import type { ToolOverride } from '#contracts';
import { type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { ContactData, ErasedBatch } from '#identity';
import type { Changes } from '#queue';
import type { ToolRegistry } from '../registry.ts';
import { lockEditsInOrg } from './tool-override.repository.ts';

/** Erased before the turns, because the messages determine which examples are the contact's words. */
const BEFORE_TURNS = 50;

/** The org's override versions with examples that equal a message of the contact (`$2`). */
const FIND_MATCHES = `
  SELECT o.id, o.tool, o.version, o.override, jsonb_agg(DISTINCT e.example) AS quoted
    FROM tool_overrides o CROSS JOIN LATERAL jsonb_array_elements_text(o.override->'examples') AS e(example)
   WHERE o.org_id = $1 AND btrim(e.example) IN (
           SELECT btrim(m.text) FROM messages m JOIN conversations c ON c.org_id = m.org_id AND c.id = m.conversation_id
            WHERE m.org_id = $1 AND c.contact_id = $2 AND m.role = 'user')
   GROUP BY o.id, o.tool, o.version, o.override ORDER BY o.tool, o.version`;
const REWRITE = 'UPDATE tool_overrides SET override = $3 WHERE org_id = $1 AND id = $2';

interface MatchRow {
  id: string;
  tool: string;
  version: number;
  override: ToolOverride;
  quoted: string[];
}

/**
 * Messages of contacts that became examples of tools. Erasure removes them from every version, except examples that the
 * tool's file contains too.
 */
export class ExampleContactData implements ContactData {
  readonly name = 'tool_examples';
  readonly order = BEFORE_TURNS;

  constructor(
    private readonly registry: Pick<ToolRegistry, 'toolOf'>,
    private readonly changes: Pick<Changes, 'announce'>,
  ) {}

  async export(tx: OrgTransaction, contactId: string): Promise<Record<string, unknown[]>> {
    const rows = await this.matches(tx, contactId);
    return { tool_overrides: rows.map(({ tool, version, quoted }) => ({ tool, version, examples: quoted })) };
  }

  async erase(tx: OrgTransaction, contactId: string): Promise<ErasedBatch> {
    // A concurrent edit would copy the examples into a new version.
    await lockEditsInOrg(tx);
    const rows = await this.matches(tx, contactId);
    for (const { id, override, quoted } of rows)
      await tx.execute(REWRITE, [id, jsonbText(withoutExamples(override, quoted))]);
    if (rows.length > 0) await this.changes.announce(tx, 'tools');
    return { deleted: { tool_overrides: rows.length }, more: false };
  }

  private async matches(tx: OrgTransaction, contactId: string): Promise<MatchRow[]> {
    const rows = await tx.query<MatchRow>(FIND_MATCHES, [contactId]);
    return rows.flatMap((row) => {
      const ofFile = this.registry.toolOf(tx.orgId, row.tool)?.tool.examples ?? [];
      const quoted = row.quoted.filter((example) => !ofFile.includes(example));
      return quoted.length === 0 ? [] : [{ ...row, quoted }];
    });
  }
}

/** Drops the `examples` field if none remains, so that the examples of the layer below apply. */
function withoutExamples(
  { examples = [], ...override }: ToolOverride,
  gone: readonly string[],
): ToolOverride {
  const left = examples.filter((example) => !gone.includes(example));
  return left.length === 0 ? override : { ...override, examples: left };
}
