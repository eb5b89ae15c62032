import type { ArtifactKind } from '#pack-kit';
import { bomKind } from './bom.kind.ts';
import { briefKinds } from './briefs.ts';
import { budgetKind } from './budget.kind.ts';
import { codeKind } from './code.kind.ts';
import { wiringKind } from './wiring.kind.ts';

/** Artifacts of a project, beside the summary that every conversation has. */
export const artifactKinds: ArtifactKind[] = [...briefKinds, bomKind, codeKind, wiringKind, budgetKind];
