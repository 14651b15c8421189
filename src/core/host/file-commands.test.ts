import { afterEach, beforeEach, expect, it } from 'vitest';
import { pngOf } from '../conversation/files.test-kit.js';
import { TestHost } from './host.test-kit.js';

let test: TestHost;

beforeEach(async () => {
  test = await TestHost.open();
});
afterEach(() => test.close());

it('a draft comes back as it was, with the resources of the servers that are still there', async () => {
  const { file } = await test.commands['files.add']({ name: 'a.png', bytes: pngOf(2, 2) });
  const resource = { kind: 'resource', uri: 'docs://policy', name: 'policy' } as const;
  const attachments = [
    { serverId: 'docs', ...resource },
    { kind: 'file', hash: file.hash, name: 'a.png' } as const,
    { serverId: 'gone', ...resource },
    { kind: 'prompt', id: 'nobody holds it' } as const,
  ];
  await test.commands['drafts.set']({ conversationId: '', text: 'half', attachments });
  expect((await test.commands['drafts.list']({})).drafts).toEqual([
    {
      conversationId: '',
      text: 'half',
      attachments: [
        { serverId: 'docs', serverName: 'docs', ...resource },
        { kind: 'file', file },
      ],
    },
  ]);
  await test.commands['drafts.set']({ conversationId: '', text: '', attachments: [] });
  expect((await test.commands['drafts.list']({})).drafts).toEqual([]);
});
