import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { TurnpikeError } from '#contracts';

/** The address is not to be had. The message names the setting that changes it. */
export class PortTakenError extends TurnpikeError {
  constructor(port: number, setting: string) {
    super(`Port ${port} is taken. Set ${setting} to another one.`, {
      code: 'PORT_TAKEN',
      kind: 'not_configured',
      audience: 'operator',
    });
  }
}

/**
 * Starts to listen, and logs where: the port may be one that nobody has chosen.
 *
 * @param setting name of the setting that holds `port`, for the error.
 * @returns the port, which is a free one when `port` is 0.
 * @throws PortTakenError
 */
export async function listen(
  app: NestFastifyApplication,
  host: string,
  port: number,
  setting: string,
): Promise<number> {
  try {
    await app.listen(port, host);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new PortTakenError(port, setting);
    throw error;
  }
  const address = app.getHttpServer().address();
  const listening = typeof address === 'object' && address ? address.port : port;
  Logger.log(`Listens on ${host}, port ${listening} (${setting})`, 'Turnpike');
  return listening;
}
