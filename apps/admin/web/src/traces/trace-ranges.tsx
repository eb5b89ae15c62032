import { Button, Popover, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { PageSearch } from '../ui/page-search.ts';
import { fromLocalField, toLocalField } from './local-moment.ts';
import classes from './traces-page.module.css';
import { rangeNames, type RangeName } from './traces-search.ts';

interface TraceRangesProps {
  /** Name of the listed duration. */
  time: string;
  search: PageSearch<RangeName>;
  onChange: (ranges: PageSearch<RangeName>) => void;
}

/** Ranges of cost, duration and start, beyond the options of the filters. */
export function TraceRanges({ time, search, onChange }: TraceRangesProps) {
  const [open, setOpen] = useState(false);
  const given = rangeNames.filter((name) => search[name] !== undefined).length;
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const valueOf = (name: RangeName) => String(form.get(name) ?? '').trim();
    const amounts = (['minMs', 'maxMs', 'minCost', 'maxCost'] as const).map((name) => [
      name,
      valueOf(name) || undefined,
    ]);
    const moments = (['from', 'to'] as const).map((name) => [name, fromLocalField(valueOf(name))]);
    onChange(Object.fromEntries([...amounts, ...moments]) as PageSearch<RangeName>);
    setOpen(false);
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {given > 0 ? `Ranges (${given})` : 'Ranges'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={apply} aria-label="Ranges">
          <Stack gap="xs">
            <div className={classes.ends}>
              <Amount name="minMs" label={`${time} from, ms`} value={search.minMs} />
              <Amount name="maxMs" label={`${time} to, ms`} value={search.maxMs} />
              <Amount name="minCost" label="Cost from, USD" value={search.minCost} />
              <Amount name="maxCost" label="Cost to, USD" value={search.maxCost} />
            </div>
            <Moment name="from" label="Began at or after" value={search.from} />
            <Moment name="to" label="Began before" value={search.to} />
            <Button type="submit">Apply</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

interface EndProps {
  name: RangeName;
  label: string;
  value: string | undefined;
}

function Amount({ name, label, value }: EndProps) {
  return <TextInput name={name} label={label} type="number" min={0} step="any" defaultValue={value ?? ''} />;
}

function Moment({ name, label, value }: EndProps) {
  return (
    <TextInput
      name={name}
      label={label}
      type="datetime-local"
      step={1}
      title="In your time zone"
      defaultValue={toLocalField(value)}
    />
  );
}
