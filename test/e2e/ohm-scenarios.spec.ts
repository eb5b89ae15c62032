import { scenarios } from '../../packs/ohm/scenarios/index.ts';
import { describeScenarios } from '../scenarios/describe-scenarios.fixture.ts';

describeScenarios(scenarios);
