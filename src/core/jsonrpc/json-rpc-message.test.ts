import { describe, expect, it } from 'vitest';
import { parseMessages } from './json-rpc-message.js';

describe('parseMessages', () => {
  it.each([
    ['a request', '{"jsonrpc":"2.0","id":"a","method":"ping"}'],
    ['a notification', '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}'],
    ['a result', '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'],
    ['an error without an id', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}'],
  ])('takes %s', (_name, line) => {
    expect(parseMessages(line)).toEqual([JSON.parse(line)]);
  });

  it.each([
    ['text', 'Server started'],
    ['JSON that is no message', '{"level":"info","msg":"hi"}'],
    ['a number', '42'],
    ['null', 'null'],
    ['an empty batch', '[]'],
    ['a list of other things', '[1,2]'],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"result":{}}'],
    ['a request whose id is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
    ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":5}'],
    ['params that are no object', '{"jsonrpc":"2.0","method":"x","params":[1]}'],
    ['a response without an id', '{"jsonrpc":"2.0","result":{}}'],
  ])('refuses %s', (_name, line) => {
    expect(parseMessages(line)).toBeUndefined();
  });

  it('takes a batch element by element', () => {
    const good = { jsonrpc: '2.0', id: 1, result: {} };
    expect(parseMessages(JSON.stringify([good, 5, { jsonrpc: '2.0', method: 'm' }]))).toEqual([
      good,
      { jsonrpc: '2.0', method: 'm' },
    ]);
  });

  it.each([
    ['a result that is no object', '{"jsonrpc":"2.0","id":3,"result":null}'],
    ['neither result nor error', '{"jsonrpc":"2.0","id":3}'],
    ['both', '{"jsonrpc":"2.0","id":3,"result":{},"error":{"code":1,"message":"m"}}'],
    ['an error without a code', '{"jsonrpc":"2.0","id":3,"error":{"message":"disk full"}}'],
  ])('lets the request fail that is answered with %s', (_name, line) => {
    const [message] = parseMessages(line) ?? [];
    expect(message).toMatchObject({ id: 3, error: { message: expect.stringContaining('no valid JSON-RPC response') } });
  });

  it('keeps what a malformed error said', () => {
    expect(JSON.stringify(parseMessages('{"jsonrpc":"2.0","id":3,"error":{"message":"disk full"}}'))).toContain(
      'disk full',
    );
  });
});
