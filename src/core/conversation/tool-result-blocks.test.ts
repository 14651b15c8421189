import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ToolCallId } from '../../shared/conversation.js';
import type { JsonValue } from '../../shared/json.js';
import type { McpContentBlock, ToolResult } from '../../shared/tool.js';
import { textTokens } from './token-estimate.js';
import { MAX_RESULT_TEXT, resultText, type ResultBlock, toolResultBlocks } from './tool-result-blocks.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

function given(content: readonly McpContentBlock[], structuredContent?: JsonValue): readonly ResultBlock[] {
  return toolResultBlocks({
    content,
    isError: false,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  });
}

function text(value: string): McpContentBlock {
  return { type: 'text', text: value };
}

function image(data: string, mimeType = 'image/png'): McpContentBlock {
  return { type: 'image', data, mimeType };
}

function textsOf(content: readonly ResultBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : `<${block.source.media_type}>`)).join('|');
}

describe('what the model is given of a result', () => {
  it('joins texts and keeps images in their place', () => {
    const content = given([text('a'), text('b'), image(PNG.toString('base64')), text('c')]);
    expect(textsOf(content)).toBe('a\nb|<image/png>|c');
  });

  it.each<[string, readonly McpContentBlock[]]>([
    ['nothing', []],
    ['an empty text', [text('')]],
    ['white space', [text(' \n'), text('\t')]],
  ])('says that there was no output for %s', (_name, content) => {
    expect(given(content)).toEqual([{ type: 'text', text: '(no output)' }]);
  });

  it('has no half of a character, which the API would refuse', () => {
    expect(textsOf(given([text('a\uD800b 😀')]))).toBe('a\uFFFDb 😀');
  });

  it('is not cut in the middle of a character', () => {
    expect(textsOf(given([text(`${'x'.repeat(MAX_RESULT_TEXT - 1)}😀`)]))).not.toMatch(/\p{Cs}/u);
  });

  it('loses its middle where it is too long, and says how much was left out', () => {
    const [content] = given([text(`begin${'x'.repeat(MAX_RESULT_TEXT)}`), text(`${'y'.repeat(10)}the end`)]);
    const said = content?.type === 'text' ? content.text : '';
    expect(said).toMatch(/^beginx+\n\[23 characters were left out here: .*\]\nx+\ny+the end$/u);
    expect(said.length).toBeLessThan(MAX_RESULT_TEXT + 200);
  });

  it('loses whole texts of its middle, and no picture', () => {
    const png = image(PNG.toString('base64'));
    const content = given([text('a'.repeat(90_000)), png, text('b'.repeat(50_000)), text('c'.repeat(20_000))]);
    expect(content.map((block) => block.type)).toEqual(['text', 'image', 'text']);
    expect(textsOf(content)).not.toContain('b');
    expect(textsOf(content)).toContain('[60013 characters were left out');
  });
});

describe('what was left out', () => {
  const call = branded<ToolCallId>('toolu_1');
  const long = (unit: string, times: number): ToolResult => {
    const png = image(PNG.toString('base64'));
    return { content: [text(unit.repeat(times)), png, text(unit.repeat(times)), text('the end')], isError: false };
  };

  it.each([
    ['Latin text', long('abcdefghi ', 9_000)],
    ['characters of two units', long('a😀', 40_000)],
    ['Chinese', long('列出我的笔记', 20_000)],
  ])('of %s can be read on from the place that is named', (_what, result) => {
    const whole = resultText(result);
    const said = textsOf(toolResultBlocks(result, call)).replace('|<image/png>', '');
    const [, head = '', characters = '', offset = '', tail = ''] =
      /^(.*)\n\[(\d+) characters were left out here: .* Read on with read_result \{"call":"toolu_1","offset":(\d+)\}\.\][|\n](.*)$/su.exec(
        said,
      ) ?? [];
    expect(head).toBe(whole.slice(0, Number(offset)));
    expect(whole.endsWith(tail)).toBe(true);
    expect(Math.abs(whole.length - head.length - tail.length - Number(characters))).toBeLessThan(4);
    expect(textTokens(said)).toBeLessThan(29_000);
    expect(`${head}${tail}`).not.toMatch(/[\p{Cs}\uFFFD]/u);
  });

  it('is nothing where all fits, and then no word is said of it', () => {
    expect(textsOf(toolResultBlocks(long('abc', 10), call))).not.toContain('read_result');
  });
});

describe('an image', () => {
  it('is known by its bytes, whatever its type says', () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]).toString('base64');
    expect(textsOf(given([image(jpeg, 'image/svg+xml')]))).toBe('<image/jpeg>');
    expect(textsOf(given([image(Buffer.from('GIF89a....').toString('base64'))]))).toBe('<image/gif>');
    expect(textsOf(given([image(Buffer.from('RIFF1234WEBPVP8 ').toString('base64'))]))).toBe('<image/webp>');
  });

  it('may be a data URL, or base64 with line breaks in it', () => {
    const data = PNG.toString('base64');
    const [block] = given([image(`data:image/png;base64,${data.slice(0, 4)}\n${data.slice(4)}`)]);
    expect(block).toEqual({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
  });

  it('of a kind that the model does not take is described', () => {
    const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    expect(textsOf(given([image(svg, 'image/svg+xml')]))).toBe(
      '{"type":"image","mimeType":"image/svg+xml","bytes":24,"note":"not a kind the model can see"}',
    );
  });

  it('in an error is described, because the API takes only text there', () => {
    const content = toolResultBlocks({ content: [image(PNG.toString('base64'))], isError: true });
    expect(textsOf(content)).toBe('{"type":"image","mimeType":"image/png","bytes":12,"note":"part of an error"}');
  });

  it('that is too large is described', () => {
    const large = Buffer.concat([PNG, Buffer.alloc(4_000_000)]).toString('base64');
    expect(textsOf(given([image(large)]))).toContain('too large for the model');
  });
});

describe('what the model can not take', () => {
  it.each<[string, McpContentBlock, string]>([
    [
      'audio',
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      '{"type":"audio","mimeType":"audio/wav","bytes":3}',
    ],
    [
      'a link to a resource',
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      '{"type":"resource_link","uri":"file:///a","name":"a"}',
    ],
    [
      'a resource with text',
      { type: 'resource', resource: { uri: 'note:1', text: 'hello' } },
      '{"type":"resource","uri":"note:1"}\nhello',
    ],
    [
      'a resource with bytes',
      { type: 'resource', resource: { uri: 'x:1', mimeType: 'application/pdf', blob: 'AAAA' } },
      '{"type":"resource","uri":"x:1","mimeType":"application/pdf","bytes":3}',
    ],
    [
      'a resource that is an image',
      { type: 'resource', resource: { uri: 'x:1', mimeType: 'image/png', blob: PNG.toString('base64') } },
      '<image/png>',
    ],
    ['a block of another type', { type: 'unknown', block: { type: 'video', fps: 30 } }, '{"type":"video","fps":30}'],
  ])('%s becomes a short text', (_name, block, said) => {
    expect(textsOf(given([block]))).toBe(said);
  });

  it('stays short also where it is long', () => {
    const block = { type: 'video', data: 'A'.repeat(1_000_000) };
    expect(textsOf(given([{ type: 'unknown', block }])).length).toBeLessThan(300);
  });
});

describe('structured content', () => {
  it('is said where there is no other content', () => {
    expect(textsOf(given([], { n: 1 }))).toBe('{"n":1}');
  });

  it('is added to a text that says something else, and neither is lost', () => {
    expect(textsOf(given([text('MARK-A')], { mark: 'B' }))).toBe('MARK-A\n{"mark":"B"}');
  });

  it('is not said twice where a text says the same, also in another order of keys', () => {
    expect(textsOf(given([text('{ "b": 2,\n "a": 1 }')], { a: 1, b: 2 }))).toBe('{ "b": 2,\n "a": 1 }');
    expect(textsOf(given([text('[1]')], [1]))).toBe('[1]');
  });
});
