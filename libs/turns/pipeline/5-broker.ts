import { selectTools, type BrokerMode, type BrokerSelection } from '#broker';
import { countToolTokens, type ModelTool } from '#models';
import { recordBrokerSelection, withSpan } from '#telemetry';
import { asModelTool, OfferedTools } from './parts/offered-tools.ts';
import type { BrokeredTurn, ScopedTurn, TurnPorts } from './turn-context.ts';

/** What the run before offered. Turns that began before modes were recorded lack theirs. */
interface RecordedOffer {
  offered: string[];
  mode?: BrokerMode;
}

/** Step 5: the tools that the model is told of. A replay offers the same as the run before. */
export function broker(ports: TurnPorts, turn: ScopedTurn): Promise<BrokeredTurn> {
  return withSpan('broker', { kind: 'broker' }, async (span) => {
    const startedAt = performance.now();
    const flagContext = { orgId: turn.org.id, conversationId: turn.turn.conversationId };
    const mode = await ports.flags.variant('tool_broker', flagContext);
    const selected = selectTools({
      mode,
      scope: turn.scope,
      loading: turn.pack.loading,
      recentTools: turn.recentTools,
      intents: turn.intents,
      toolSearch: await ports.flags.isOn('tool_search', flagContext),
    });
    const durationMs = performance.now() - startedAt;
    const selection = asBefore(turn, selected);
    recordBrokerSelection({ mode: selection.mode, outcome: 'full_set', durationMs });
    const offered = selection.offered.map(({ registered }) => asModelTool(registered, turn.caller));
    const tokensOffered = await tokensOf(offered);
    const tokensInScope = await tokensOf(
      turn.scope.usable.map(({ registered }) => asModelTool(registered, turn.caller)),
    );
    const names = offered.map((tool) => tool.name);
    span.setAttributes({
      'turnpike.broker.mode': selection.mode,
      'turnpike.broker.in_scope': turn.scope.usable.length,
      'turnpike.broker.offered': names,
      'turnpike.broker.tokens_offered': tokensOffered,
      'turnpike.broker.reasons': Object.entries(selection.reasons).map(
        ([tool, reason]) => `${tool}: ${reason}`,
      ),
    });
    turn.log.emit('broker.selected', {
      mode: selection.mode,
      inScope: turn.scope.usable.length,
      offered: names,
    });
    if (!turn.log.recorded('offered')) {
      turn.log.record('offered', names, { offered: names, mode: selection.mode });
    }
    const tools = new OfferedTools({ ...turn, offered }, ports.toolIndex);
    const caller = { ...turn.caller, discovery: tools };
    return { ...turn, caller, selection, offered, tools, tokensInScope, tokensOffered };
  });
}

async function tokensOf(tools: ModelTool[]): Promise<number> {
  const counts = await Promise.all(tools.map(countToolTokens));
  return counts.reduce((sum, tokens) => sum + tokens, 0);
}

function asBefore(turn: ScopedTurn, selected: BrokerSelection): BrokerSelection {
  const recorded = turn.log.recorded<RecordedOffer>('offered');
  if (!recorded) return selected;
  const offered = recorded.offered.flatMap((name) =>
    turn.scope.usable.filter(({ registered }) => registered.tool.name === name),
  );
  return { ...selected, mode: recorded.mode ?? selected.mode, offered };
}
