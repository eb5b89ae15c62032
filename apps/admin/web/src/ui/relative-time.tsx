import { Tooltip } from '@mantine/core';
import { formatAbsolute, formatRelative, formatUtc } from './format.ts';
import { useAt } from './use-now.ts';

/** How long ago, with the moment in the viewer's zone and in UTC on hover. */
export function RelativeTime({ at }: { at: string }) {
  const moment = new Date(at);
  const age = useAt((now) => formatRelative(moment, now));
  return (
    <Tooltip label={<Absolute moment={moment} />}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {age}
      </time>
    </Tooltip>
  );
}

/** A component of its own, so that a list writes no moment before somebody points at it. */
function Absolute({ moment }: { moment: Date }) {
  return (
    <>
      {formatAbsolute(moment)}
      <br />
      <span className="mono">{formatUtc(moment)}</span>
    </>
  );
}
