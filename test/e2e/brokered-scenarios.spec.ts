import { scenarios as consult } from '../../packs/consult/scenarios/index.ts';
import { scenarios as estio } from '../../packs/estio/scenarios/index.ts';
import { scenarios as geo } from '../../packs/geo/scenarios/index.ts';
import { scenarios as ohm } from '../../packs/ohm/scenarios/index.ts';
import { describeBrokeredScenarios } from '../scenarios/describe-scenarios.fixture.ts';

// The installation begins at the moment of the first suite.
describeBrokeredScenarios([
  { suite: consult },
  { suite: ohm },
  { suite: geo },
  // P4 checks a tool that is offered only after a tool search.
  { suite: estio, without: ['P4'] },
]);
