import { scenarios as consult } from '../../libs/packs/consult/scenarios/index.ts';
import { scenarios as estio } from '../../libs/packs/estio/scenarios/index.ts';
import { scenarios as geo } from '../../libs/packs/geo/scenarios/index.ts';
import { scenarios as ohm } from '../../libs/packs/ohm/scenarios/index.ts';
import { describeEnforced } from '../scenarios/describe-scenarios.fixture.ts';

for (const suite of [consult, geo, ohm]) describeEnforced(suite);
// P4 looks at a tool that is offered only once it was searched for.
describeEnforced(estio, ['P4']);
