import { scenarios } from '../../packs/geo/scenarios/index.ts';
import { describeScenarios } from '../scenarios/describe-scenarios.fixture.ts';

describeScenarios(scenarios);
