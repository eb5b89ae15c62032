export { untilAborted, type HttpPort, type HttpRequest, type HttpResponse } from './http/http-port.ts';
export { OutboundHttp } from './http/outbound-http.ts';
export {
  OutboundContentError,
  OutboundError,
  OutboundHttpError,
  OutboundRefusedError,
  OutboundTimeoutError,
  OutboundTooLargeError,
  OutboundUnavailableError,
} from './outbound.errors.ts';
export { OutboundModule } from './outbound.module.ts';
