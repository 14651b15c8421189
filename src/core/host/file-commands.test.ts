import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestHost } from './host.test-kit.js';

let test: TestHost;

beforeEach(async () => {
  test = await TestHost.open();
});
afterEach(() => test.close());

it('a draft comes back with the resources of the servers that are still there', async () => {
  const resource = { uri: 'docs://policy', name: 'policy' };
  await test.commands['drafts.set']({
    conversationId: '',
    text: 'half',
    files: [],
    resources: [
      { serverId: 'docs', ...resource },
      { serverId: 'gone', ...resource },
    ],
  });
  expect((await test.commands['drafts.list']({})).drafts).toEqual([
    {
      conversationId: '',
      text: 'half',
      files: [],
      resources: [{ kind: 'resource', serverId: 'docs', serverName: 'docs', ...resource }],
    },
  ]);
  await test.commands['drafts.set']({ conversationId: '', text: '', files: [], resources: [] });
  expect((await test.commands['drafts.list']({})).drafts).toEqual([]);
});
