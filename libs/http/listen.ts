import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { TurnpikeError } from '#contracts';

/**
 * Starts to listen, and logs where: the port may be one that nobody has chosen.
 *
 * @param setting name of the setting that holds `port`, for the error.
 * @returns the port, which is a free one when `port` is 0.
 * @throws TurnpikeError PORT_TAKEN
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
      throw new TurnpikeError(`Port ${port} is taken. Set ${setting} to another one.`, {
        code: 'PORT_TAKEN',
        kind: 'not_configured',
        audience: 'operator',
      });
    throw error;
  }
  const address = app.getHttpServer().address();
  const listening = typeof address === 'object' && address ? address.port : port;
  Logger.log(`Listens on ${host}, port ${listening} (${setting})`, 'Turnpike');
  return listening;
}
