import type { BrokerModeFigures, BrokerModes } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';

/** Figures of every mode: in total, by language and by agent, in one pass. */
const MODES = `
  SELECT mode, language, agent, grouping(language, agent) AS grouped, count(*)::int AS turns,
         round(avg((cardinality(tools_missed) = 0)::int), 4)::float8 AS rate,
         (count(*) FILTER (WHERE cardinality(tools_missed) > 0))::int AS missed,
         (count(*) FILTER (WHERE cardinality(found_by_search) > 0))::int AS searched,
         round(avg(tools_in_scope), 2)::float8 AS "toolsInScope",
         round(avg(cardinality(tools_offered)), 2)::float8 AS "toolsOffered",
         round(avg(cardinality(tools_brokered)), 2)::float8 AS "toolsBrokered",
         round(avg(tokens_in_scope), 1)::float8 AS "tokensInScope",
         round(avg(tokens_offered), 1)::float8 AS "tokensOffered",
         round(avg(coalesce(tokens_brokered, tokens_offered)), 1)::float8 AS "tokensBrokered",
         coalesce(round(1 - sum(coalesce(tokens_brokered, tokens_offered))::numeric / nullif(sum(tokens_in_scope), 0), 4),
           0)::float8 AS "savedShare",
         coalesce(round(1 - sum(coalesce(tokens_brokered, tokens_offered) + cached_tokens_lost)::numeric
           / nullif(sum(tokens_in_scope), 0), 4), 0)::float8 AS "savedShareNet",
         jsonb_build_object('p50', coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY selection_us), 0),
                            'p99', coalesce(percentile_disc(0.99) WITHIN GROUP (ORDER BY selection_us), 0)) AS "selectionUs"
    FROM (SELECT d.* FROM broker_decisions d
           WHERE ($1::uuid IS NULL OR d.org_id = $1) AND d.created_at > $2 AND d.mode IN ('shadow', 'enforce')
             AND d.tools_brokered IS NOT NULL AND cardinality(d.tools_selected) > 0) measured
   GROUP BY GROUPING SETS ((mode), (mode, language), (mode, agent))
   ORDER BY turns DESC, language, agent LIMIT 500`;

/** `grouping(language, agent)` has a bit set for each column that the row is not grouped by. */
const WHOLE = 3;
const BY_LANGUAGE = 1;

interface ModeRow extends BrokerModeFigures {
  mode: 'shadow' | 'enforce';
  language: string | null;
  agent: string | null;
  grouped: number;
}

/** Compares shadow with enforce. */
export async function compareModes(scope: OrgScope, since: Date): Promise<BrokerModes> {
  const rows = await scope.rows<ModeRow>(MODES, [scope.orgId, since]);
  const keyed = (by: 'language' | 'agent') => {
    const own = rows.filter(
      ({ grouped }) => grouped !== WHOLE && (grouped === BY_LANGUAGE) === (by === 'language'),
    );
    const groups = Map.groupBy(own, (row) => row[by] ?? 'unknown');
    return [...groups].map(([key, group]) => ({ key, ...sideBySide(group) }));
  };
  return {
    ...sideBySide(rows.filter(({ grouped }) => grouped === WHOLE)),
    languages: keyed('language'),
    agents: keyed('agent'),
  };
}

function sideBySide(rows: readonly ModeRow[]) {
  const figuresOf = (wanted: ModeRow['mode']): BrokerModeFigures | null => {
    const row = rows.find(({ mode }) => mode === wanted);
    if (!row) return null;
    const { mode: _mode, language: _language, agent: _agent, grouped: _grouped, ...figures } = row;
    return figures;
  };
  return { shadow: figuresOf('shadow'), enforce: figuresOf('enforce') };
}
