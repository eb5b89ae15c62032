import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import type { Config } from '#config';
import { httpAdapter } from './http-adapter.ts';
import { takeJsonBodies } from './json-bodies.ts';
import { ProblemFilter } from './problem.filter.ts';
import { UnexpectedInput } from './unexpected-input.ts';
import { validationPipe } from './validation.ts';

@Controller('v1')
class Routes {
  @Get('plain')
  plain(): string {
    return 'plain';
  }

  @Get('listed')
  listed(@Query({ schema: z.strictObject({ limit: z.string().optional() }) }) query: object): object {
    return query;
  }

  @Post('ended')
  ended(): string {
    return 'ended';
  }

  @Post('echo')
  echo(@Body({ schema: z.strictObject({ text: z.string() }) }) body: object): object {
    return body;
  }

  @Post('raw')
  raw(@Req() request: { query: object }): object {
    return request.query;
  }
}

@Controller('health')
class Health {
  @Get()
  health(): string {
    return 'ok';
  }
}

describe('input that a route does not read', () => {
  let app: NestFastifyApplication;

  beforeAll(async () => {
    class Whole {}
    const adapter = httpAdapter({ environment: {} } as Config);
    app = await NestFactory.create<NestFastifyApplication>(
      { module: Whole, controllers: [Routes, Health] },
      adapter,
      { logger: false, bodyParser: false },
    );
    takeJsonBodies(app);
    app.useGlobalInterceptors(new UnexpectedInput('/v1/'));
    app.useGlobalPipes(validationPipe());
    app.useGlobalFilters(new ProblemFilter({ error: () => undefined }));
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app?.close());

  const ask = async (method: string, path: string, body?: string) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${await app.getUrl()}/v1${path}`, { method, headers, body });
    return { status: response.status, text: await response.text() };
  };

  it.each([
    ['GET', '/plain?lastEventId=3', undefined, '/lastEventId'],
    ['POST', '/ended?now=1', undefined, '/now'],
    ['POST', '/ended', '{"nonsense":1}', '/nonsense'],
    ['POST', '/ended', '["one"]', 'the body'],
    ['POST', '/echo?text=hello', '{"text":"hello"}', '/text'],
  ])('%s %s %s is rejected by name', async (method, path, body, named) => {
    const { status, text } = await ask(method, path, body);
    expect(status).toBe(422);
    expect(text).toContain(named);
  });

  it.each([
    ['GET', '/plain', undefined],
    ['GET', '/../health?probe=7', undefined],
    ['GET', '/plain?', undefined],
    ['GET', '/listed?limit=3', undefined],
    ['POST', '/ended', undefined],
    ['POST', '/ended', '{}'],
    ['POST', '/echo', '{"text":"hello"}'],
    ['POST', '/raw?any=1', '{"thing":2}'],
  ])('%s %s %s is accepted', async (method, path, body) => {
    const { status } = await ask(method, path, body);
    expect([200, 201]).toContain(status);
  });
});
