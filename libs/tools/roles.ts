import type { CallerKind } from '#contracts';
import type { ToolRole } from '#pack-kit';

const callersOf: Record<ToolRole, readonly CallerKind[]> = {
  any: ['contact', 'staff', 'admin'],
  staff: ['staff', 'admin'],
  admin: ['admin'],
};

/** True when a caller of that kind has the role. */
export function mayCause(role: ToolRole, caller: CallerKind): boolean {
  return callersOf[role].includes(caller);
}
