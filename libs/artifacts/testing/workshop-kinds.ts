import { z } from 'zod';
import { defineArtifactKind, type ArtifactKind } from '#pack-kit';

const part = z.object({
  id: z.string().regex(/^[a-z0-9-]{2,60}$/),
  name: z.string().min(1).max(120),
  quantity: z.int().min(1).default(1),
  unitPrice: z.number().min(0).nullable().optional(),
});
const parts = z.object({ projectName: z.string().max(120).optional(), components: z.array(part).max(200) });

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Artifact kinds of a workshop pack: a text, a list with keys and computed fields, and files. */
export const workshopKinds: ArtifactKind[] = [
  defineArtifactKind({
    kind: 'brief',
    title: 'Project brief',
    description: 'what is to be built, for whom, and what limits it',
    format: 'markdown',
  }),
  defineArtifactKind({
    kind: 'parts',
    title: 'Parts',
    description: 'what it is built from',
    format: 'json',
    schema: parts,
    arrayKeys: {
      components: {
        key: 'id',
        alsoBy: 'name',
        make: ({ name }, taken) => {
          const base = slug(String(name));
          let key = base;
          for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
          return key;
        },
      },
    },
    finish: async (content, siblings) => {
      const priced = content.components.filter(({ unitPrice }) => typeof unitPrice === 'number');
      const totalCost = priced.reduce((sum, { quantity, unitPrice }) => sum + quantity * (unitPrice ?? 0), 0);
      const brief = await siblings.current('brief');
      return {
        content: { ...content, totalCost, briefVersion: brief?.version ?? null },
        warnings: priced.length < content.components.length ? ['UNPRICED'] : [],
      };
    },
  }),
  defineArtifactKind({
    kind: 'code',
    title: 'Code',
    description: 'source files',
    format: 'files',
    schema: z.object({ platform: z.string().optional() }),
  }),
];
