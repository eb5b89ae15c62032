import { Link } from '@tanstack/react-router';
import { IconColumns2 } from '@tabler/icons-react';
import { brokerModes, type BrokerModeFigures, type BrokerModes as Modes } from '#contracts/console';
import { brokerModesRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { DataTable } from '../ui/data-table.tsx';
import { formatCount, formatShare } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Scroll, Section } from '../ui/section.tsx';
import { BrokerGate } from './broker-gate.tsx';
import type { BrokerSearchName } from './broker-search.ts';
import { formatMicroseconds, RATE_TARGET } from './percent.ts';

type Sides = Pick<Modes, 'shadow' | 'enforce'>;

const LINES: readonly { name: string; of: (figures: BrokerModeFigures) => string }[] = [
  { name: 'Turns with tool calls', of: (f) => formatCount(f.turns) },
  { name: 'In the broker’s set', of: (f) => formatShare(f.rate) },
  { name: 'Turns with a miss', of: (f) => formatCount(f.missed) },
  { name: 'Turns that searched', of: (f) => formatCount(f.searched) },
  { name: 'Tools in scope', of: (f) => f.toolsInScope.toFixed(1) },
  { name: 'Tools offered', of: (f) => f.toolsOffered.toFixed(1) },
  { name: 'Tools in the broker’s set', of: (f) => f.toolsBrokered.toFixed(1) },
  { name: 'Schema tokens in scope', of: (f) => formatCount(f.tokensInScope) },
  { name: 'Schema tokens offered', of: (f) => formatCount(f.tokensOffered) },
  { name: 'Schema tokens of the broker’s set', of: (f) => formatCount(f.tokensBrokered) },
  { name: 'Tokens saved', of: (f) => formatShare(f.savedShare) },
  { name: 'Tokens saved, net of the prompt cache', of: (f) => formatShare(f.savedShareNet) },
  {
    name: 'Selection p50 / p99',
    of: (f) => `${formatMicroseconds(f.selectionUs.p50)} / ${formatMicroseconds(f.selectionUs.p99)}`,
  },
];

export function BrokerModes() {
  const { search } = usePageSearch<BrokerSearchName>();
  const modes = useAnswer(brokerModesRequest(search), brokerModes);
  if (!modes.data) return <NoAnswer to={modes} what="The modes" />;
  const { data } = modes;
  if (!data.shadow && !data.enforce)
    return (
      <Scroll label="Shadow against enforce">
        <BrokerGate />
        <EmptyState icon={IconColumns2} title="No data yet">
          The broker measures turns that call tools while the flag tool_broker is shadow or enforce.
        </EmptyState>
      </Scroll>
    );
  return (
    <Scroll label="Shadow against enforce">
      <BrokerGate />
      <Section title="Side by side" hint={<Verdict sides={data} />}>
        <DataTable
          label="Shadow and enforce compared"
          rows={LINES}
          rowKey={(line) => line.name}
          empty=""
          columns={[
            { name: 'Figure', of: (line) => line.name },
            { name: 'Shadow', align: 'end', of: (line) => (data.shadow ? line.of(data.shadow) : '–') },
            { name: 'Enforce', align: 'end', of: (line) => (data.enforce ? line.of(data.enforce) : '–') },
          ]}
        />
      </Section>
      <KeyedSection name="Agent" rows={data.agents} />
      <KeyedSection name="Language" rows={data.languages} />
    </Scroll>
  );
}

function KeyedSection({ name, rows }: { name: string; rows: Modes['agents'] }) {
  const title = `By ${name.toLowerCase()}`;
  return (
    <Section title={title}>
      <DataTable
        label={title}
        rows={rows}
        rowKey={(row) => row.key}
        empty="No data."
        columns={[
          { name, of: (row) => row.key || <span className="muted">none</span> },
          { name: 'Shadow', align: 'end', of: (row) => formatShare(row.shadow?.rate) },
          { name: 'Turns in shadow', align: 'end', of: (row) => formatCount(row.shadow?.turns) },
          { name: 'Enforce', align: 'end', of: (row) => formatShare(row.enforce?.rate) },
          { name: 'Turns enforced', align: 'end', of: (row) => formatCount(row.enforce?.turns) },
        ]}
      />
    </Section>
  );
}

function Verdict({ sides: { shadow, enforce } }: { sides: Sides }) {
  const worst = Math.min(shadow?.rate ?? 1, enforce?.rate ?? 1);
  const says =
    worst >= RATE_TARGET
      ? 'Both modes meet the 95 % target for enforce.'
      : `Below 95 %: ${shadow && shadow.rate < RATE_TARGET ? 'do not enforce yet.' : 'the safeguard sets enforce back to shadow.'}`;
  return (
    <>
      {says}{' '}
      <Link to="/broker" search={(current) => ({ ...current, tab: 'misses' })}>
        Open the misses
      </Link>
      .
    </>
  );
}
