import { Tooltip } from '@mantine/core';
import { formatAbsolute, formatRelative, formatUtc } from './format.ts';
import { useNow } from './use-now.ts';

/** How long ago, with the moment in the viewer's zone and in UTC on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const moment = new Date(at);
  const title = (
    <>
      {formatAbsolute(moment)}
      <br />
      <span className="mono">{formatUtc(moment)}</span>
    </>
  );
  return (
    <Tooltip label={title}>
      <time dateTime={at}>{formatRelative(moment, now)}</time>
    </Tooltip>
  );
}
