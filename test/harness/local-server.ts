/** An HTTP server of the test's process, for packs whose tools ask outside services. */
export { LocalServer, type ReceivedRequest } from '../../libs/outbound/testing/local-server.ts';
