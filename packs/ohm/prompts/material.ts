import type { MaterialTurn, PromptMaterial } from '#pack-kit';
import { partsNamedIn } from '../schema/parts/find-parts.ts';

const MAX_CATALOGUE_TOKENS = 1_500;
const MAX_CIRCUIT_TOKENS = 4_000;

/** Rows of the catalogue that the project names, with supply, interfaces and sample prices. */
export async function catalogueMaterial({ text, artifact }: MaterialTurn): Promise<PromptMaterial[]> {
  const [context, mvp, bom] = await Promise.all([artifact('context'), artifact('mvp'), artifact('bom')]);
  const project = [text, context, mvp, bom && JSON.stringify(bom)].filter((one) => typeof one === 'string');
  const parts = partsNamedIn(project.join('\n'));
  if (parts.length === 0) return [];
  return [
    {
      name: 'catalogue',
      title: 'Parts of the catalogue, with sample prices in US dollar (priceSource catalogue_sample)',
      content: parts,
      maxTokens: MAX_CATALOGUE_TOKENS,
    },
  ];
}

/** Parts and wiring for the agent that checks them without tools. */
export async function circuitMaterial({ artifact }: MaterialTurn): Promise<PromptMaterial[]> {
  const [wiring, bom] = await Promise.all([artifact('wiring'), artifact('bom')]);
  const half = MAX_CIRCUIT_TOKENS / 2;
  return [
    ...(wiring === undefined ? [] : [{ name: 'wiring', title: 'Wiring', content: wiring, maxTokens: half }]),
    ...(bom === undefined ? [] : [{ name: 'bom', title: 'Parts list', content: bom, maxTokens: half }]),
  ];
}
