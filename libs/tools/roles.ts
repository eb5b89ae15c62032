import type { CallerKind } from '#contracts';
import type { ToolRole } from '#pack-kit';

const callersOf: Record<ToolRole, readonly CallerKind[]> = {
  any: ['contact', 'staff', 'admin'],
  staff: ['staff', 'admin'],
  admin: ['admin'],
};

/** True if callers of this kind have the role. */
export function roleIncludes(role: ToolRole, caller: CallerKind): boolean {
  return callersOf[role].includes(caller);
}
