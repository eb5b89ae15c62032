import { Tooltip } from '@mantine/core';
import { formatAbsolute, formatRelative, formatUtc } from './format.ts';
import { useAt } from './use-now.ts';

/** A relative time, with the viewer's zone and UTC on hover. */
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

/** A separate component, so that a list formats a time only on hover. */
function Absolute({ moment }: { moment: Date }) {
  return (
    <>
      {formatAbsolute(moment)}
      <br />
      <span className="mono">{formatUtc(moment)}</span>
    </>
  );
}
