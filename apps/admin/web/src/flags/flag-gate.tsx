import { Box } from '@mantine/core';
import type { FlagView } from '#contracts';
import type { ReactNode } from 'react';
import { Figure, Figures } from '../ui/facts.tsx';
import { Section } from '../ui/section.tsx';
import classes from './flags.module.css';
import { useFlagInAllOrgs } from './flag-queries.ts';
import { rateWord } from './flag-labels.ts';
import { openRequirements } from './gate-requirements.ts';
import { RateChart } from './rate-chart.tsx';

interface FlagGateProps {
  flag: string;
  gate: NonNullable<FlagView['gate']>;
  actions?: ReactNode;
}

export function FlagGate({ flag, gate, actions }: FlagGateProps) {
  const orgs = useFlagInAllOrgs(flag);
  const missing = openRequirements(gate, orgs);
  return (
    <Section
      title={`Gate of ${gate.variant}: ${gate.open ? 'open' : 'closed'}`}
      hint={`It can become the platform default after ${rateWord(gate.minRate)} over ${gate.minTurns} turns of all orgs, measured in ${gate.measuredIn} in the last ${gate.windowDays} days. A single org can use it at any time.`}
      actions={actions}
    >
      <div className={classes.gate}>
        <div>
          <Figures>
            <Figure
              name="toolInBrokeredSet"
              value={rateWord(gate.rate)}
              tone={gate.rate !== null && gate.rate >= gate.minRate ? 'green' : 'amber'}
              note={`all orgs; needs ${rateWord(gate.minRate)}`}
            />
            <Figure
              name="Measured turns"
              value={gate.turns.toLocaleString('en-US')}
              tone={gate.turns >= gate.minTurns ? 'green' : 'amber'}
              note={`all orgs; needs ${gate.minTurns}`}
            />
          </Figures>
          {missing.length > 0 && (
            <>
              <Box component="h3" m="12px 0 4px" fz={12} fw={600}>
                Missing
              </Box>
              <ul aria-label="Missing" className={classes.missing}>
                {missing.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </>
          )}
        </div>
        <RateChart
          mode={gate.measuredIn}
          of="all orgs"
          days={gate.windowDays}
          rates={gate.days}
          minRate={gate.minRate}
        />
      </div>
    </Section>
  );
}
