import { definePack } from '#tools';
import { EstioActivity, EstioContact, EstioDeal, EstioDealParty, EstioProperty } from './entities/index.ts';

/** Sales agent of a Cyprus estate agency. */
export const estio = definePack({
  name: 'estio',
  title: 'Estio Real Estate Agent',
  loading: 'search',
  agents: [],
  tools: [],
  entities: [EstioProperty, EstioContact, EstioDeal, EstioDealParty, EstioActivity],
});
