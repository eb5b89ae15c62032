import type { ConsoleTool } from '#contracts/console';
import { StatusBadge } from '../ui/status-badge.tsx';

type ToolState = Pick<ConsoleTool, 'enabled' | 'held' | 'deprecated'>;

export function ToolBadges({ tool: { enabled, held, deprecated } }: { tool: ToolState }) {
  if (held)
    return <StatusBadge tone="amber" label="Held back" title="The definition changed and awaits approval" />;
  if (!enabled) return <StatusBadge tone="gray" label="Disabled" />;
  if (deprecated)
    return (
      <StatusBadge
        tone="amber"
        label="Deprecated"
        title={`Use ${deprecated.replacedBy}: ${deprecated.reason}`}
      />
    );
  return <StatusBadge tone="green" label="Enabled" />;
}

const EFFECTS = {
  none: 'Read only',
  write: 'Writes',
  external: 'External effect',
} as const;

export function SideEffectBadge({ effect }: { effect: ConsoleTool['sideEffect'] }) {
  return <span className={effect === 'none' ? 'muted' : undefined}>{EFFECTS[effect]}</span>;
}
