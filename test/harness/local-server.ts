/** An HTTP server in the test process, for packs whose tools call outside services. */
export { LocalServer, type ReceivedRequest } from '../../libs/outbound/testing/local-server.ts';
