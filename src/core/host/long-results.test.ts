import { afterEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../shared/json.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import type { ScriptedAnswer } from '../testing/strict-messages-api.js';
import { calls, results, says, TestHost } from './host.test-kit.js';

let host: TestHost | undefined;
afterEach(() => host?.close());

/** What a note in the request tells to call, as it stands there. */
function told(body: JsonObject): ScriptedAnswer {
  const text = JSON.stringify(body['messages']);
  const json = /Read on with read_result (\{.*?\})\./u.exec(text)?.[1]?.replaceAll('\\"', '"') ?? '{}';
  const input: unknown = JSON.parse(json);
  return isJsonObject(input) ? calls(['read_result', input]) : says('there is no note');
}

describe('a result that is too long for the model', () => {
  it('is read on by what its note says, whole and in its own chat alone, and counts as read from outside', async () => {
    const presenter = new AutoPresenter({ kind: 'allowed', scope: 'once' }, { kind: 'allowed', scope: 'chat' });
    const echo = calls(['mcp__mischief__echo', { text: 'x' }]);
    const add = (name: string) => calls(['mcp__notes__add_note', { name, content: 'hello' }]);
    // Of which call the model asks for the result.
    let call = '';
    const model = (body: JsonObject, index: number): ScriptedAnswer =>
      [
        echo,
        told(body),
        says('read'),
        // A turn of its own, in which nothing else is read.
        calls(['read_result', { call, offset: 299_990 }], ['read_result', { call, search: 'xx', offset: 299_000 }]),
        add('a'),
        says('added'),
        calls(['read_result', { call }]),
        says('nothing'),
      ][index] ?? says('end');
    host = await TestHost.open({ presenter, model });
    await host.started();
    await host.mischief('--huge-result=300000');
    const chat = await host.newChat();
    const first = await host.say(chat, 'go');
    call = Object.values(first.calls)[0]?.id ?? '';
    expect(results(first)[1]).toBe(
      `[Characters 80000 to 90000 of 300000, of the result of mcp__mischief__echo]\n${'x'.repeat(10_000)}\n` +
        `[210000 characters follow. Read on with ${JSON.stringify({ call, offset: 90_000 })}]`,
    );

    const second = await host.say(chat, 'and its end; then add a note');
    const [, , end, places] = results(second);
    expect(end).toContain('\nxxxxxxxxxx\n[This is the end of it.]');
    expect(places).toContain('from character 299000 on 500 times');
    const reads = Object.values(second.calls).filter(({ tool }) => tool === 'read_result');
    expect(reads.map(({ permission, decision, result }) => [permission?.kind, decision?.rule, result?.origin])).toEqual(
      Array.from({ length: 3 }, () => ['automatic', 'builtin-read', { kind: 'server', name: 'mischief' }]),
    );
    expect(presenter.asked.at(-1)).toMatchObject({
      tool: 'add_note',
      readBefore: [{ kind: 'server', name: 'mischief' }],
    });

    call = reads[0]?.id ?? '';
    const elsewhere = await host.say(await host.newChat(), 'read the result of the other chat');
    expect(results(elsewhere)[0]).toMatch(/^This chat has no call /u);
    expect(host.api?.requests.flatMap((request) => request.refusal ?? [])).toEqual([]);
  });
});
