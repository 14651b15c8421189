/** Names under `_meta` that the protocol has for itself (basic/index, 2026-07-28). */
export const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';
export const SUBSCRIPTION_ID_KEY = 'io.modelcontextprotocol/subscriptionId';

/** Error codes of 2026-07-28; what else lies between -32000 and -32019 has no meaning of its own. */
export const HEADER_MISMATCH = -32_020;
export const MISSING_CLIENT_CAPABILITY = -32_021;
export const UNSUPPORTED_PROTOCOL_VERSION = -32_022;
