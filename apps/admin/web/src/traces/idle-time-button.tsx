import { Button, Tooltip } from '@mantine/core';
import { formatDuration } from '../ui/format.ts';
import type { IdleTime } from './idle-gaps.ts';

interface IdleTimeButtonProps {
  idle: IdleTime;
  cut: boolean;
  onCut: (cut: boolean) => void;
}

export function IdleTimeButton({ idle: { idleMs, wholeMs }, cut, onCut }: IdleTimeButtonProps) {
  const share = Math.floor((idleMs / wholeMs) * 100);
  return (
    <Tooltip
      multiline
      maw={320}
      label={`Nothing ran for ${formatDuration(idleMs)} of ${formatDuration(wholeMs)}: ${
        cut ? 'hidden on the axis' : 'busy time is drawn short'
      }`}
    >
      <Button variant="default" size="compact-xs" onClick={() => onCut(!cut)}>
        {`${formatDuration(wholeMs)}, ${share}\u00a0% idle: ${cut ? 'show all' : 'compress'}`}
      </Button>
    </Tooltip>
  );
}
