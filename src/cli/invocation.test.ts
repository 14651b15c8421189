import { describe, expect, it } from 'vitest';
import { readInvocation } from './invocation.js';

const read = (line: string) => readInvocation(line === '' ? [] : line.split(' '));
const shared = { json: false, yesStart: false };

describe('a command line', () => {
  it.each([
    ['servers', { command: 'servers', connect: false }],
    ['servers --connect', { command: 'servers', connect: true }],
    ['tools', { command: 'tools' }],
    ['tools notes', { command: 'tools', server: 'notes' }],
    ['resources notes note://x', { command: 'resources', server: 'notes', uri: 'note://x' }],
    ['prompts', { command: 'prompts' }],
    ['prompts notes daily -', { command: 'prompts', server: 'notes', name: 'daily', input: '-' }],
    ['call notes list_notes', { command: 'call', server: 'notes', tool: 'list_notes' }],
    ['call notes read_note -', { command: 'call', server: 'notes', tool: 'read_note', input: '-' }],
    ['chat -p hello', { command: 'chat', prompt: 'hello' }],
    ['chat --prompt=x --model m --workspace /w', { command: 'chat', prompt: 'x', model: 'm', workspace: '/w' }],
  ])('%s is understood', (line, work) => {
    expect(read(line)).toEqual({ kind: 'work', work: { ...shared, ...work } });
  });

  it('takes the shared options before and after the command', () => {
    const work = { command: 'tools', json: true, yesStart: true, config: 'c.json' };
    expect(read('--json tools --config c.json --yes-start')).toEqual({ kind: 'work', work });
  });

  it.each([
    ['--help', { kind: 'help' }],
    ['-h', { kind: 'help' }],
    ['help', { kind: 'help' }],
    ['help call', { kind: 'help', topic: 'call' }],
    ['call --help', { kind: 'help', topic: 'call' }],
    ['call notes --help', { kind: 'help', topic: 'call' }],
    ['--version', { kind: 'version' }],
    ['-V', { kind: 'version' }],
  ])('%s is answered', (line, wanted) => {
    expect(read(line)).toEqual(wanted);
  });

  it.each([
    ['', 'Say what to do'],
    ['tool', 'There is no command "tool". The commands are servers, tools, resources, prompts, call, chat, audit.'],
    ['help tool', 'There is no command "tool"'],
    ['tools --colour', "Unknown option '--colour'"],
    ['tools --connect', '“tools” has no option --connect'],
    ['call notes x --prompt y', '“call” has no option --prompt'],
    ['tools a b', '“tools” takes no argument "b"'],
    ['call notes x {} more', '“call” takes no argument "more"'],
    ['resources a b c', '“resources” takes no argument "c"'],
    ['call notes', '“call” needs a server and a tool'],
    ['chat', '“chat” needs a message'],
    ['chat hello', '“chat” takes no argument "hello"'],
    ['tools --config', 'config'],
    ['audit', 'verify'],
    ['audit prove', 'verify'],
  ])('%j is a mistake that is named', (line, message) => {
    expect(read(line)).toMatchObject({ kind: 'mistake', message: expect.stringContaining(message) });
  });
});
