import { describe, expect, it } from 'vitest';
import { codeLanguage, type CodeLanguage } from './code-language.js';
import type { CodeMark } from './code-mark.js';
import { openCodeTokens } from './code-tokens.js';

const tokens = await openCodeTokens();

async function marks(code: string, language: CodeLanguage): Promise<readonly CodeMark[]> {
  const steps = await tokens.steps(code, language);
  const all: CodeMark[] = [];
  for (let step = steps.next(); step.done !== true; step = steps.next()) all.push(...step.value);
  return all;
}

/** Each marked piece with its kind. */
async function shown(code: string, language: CodeLanguage): Promise<readonly string[]> {
  return (await marks(code, language)).map(({ from, to, kind }) => `${kind}: ${code.slice(from, to).trim()}`);
}

describe('the tokens of code', () => {
  it('are what a reader tells apart', async () => {
    const said = await shown('// why\nconst a = "b" + f(1);', 'typescript');
    expect(said).toEqual(
      expect.arrayContaining(['comment: // why', 'keyword: const', 'string: "b"', 'function: f', 'constant: 1']),
    );
  });

  it('know what began many lines before', async () => {
    const code = `/*\n${'still a comment\n'.repeat(100)}*/\nlet x = 1;`;
    const said = await shown(code, 'typescript');
    expect(said.filter((one) => one.includes('still a comment')).every((one) => one.startsWith('comment'))).toBe(true);
    expect(said.at(-3)).toBe('keyword: let');
  });

  it('lie in order inside the code, one beside the other', async () => {
    const code = Array.from({ length: 130 }, (_, n) => `def f${n}(a, b="x"): # ${n}\r\n\treturn 'ü😀' * ${n}`).join(
      '\n',
    );
    let last = 0;
    for (const { from, to } of await marks(code, 'python')) {
      expect(from).toBeGreaterThanOrEqual(last);
      expect(to).toBeGreaterThan(from);
      last = to;
    }
    expect(last).toBeLessThanOrEqual(code.length);
    expect(last).toBeGreaterThan(code.length - 20);
  });

  it('leave a very long line plain', async () => {
    expect(await marks(`"${'x'.repeat(5000)}"`, 'json')).toEqual([]);
  });

  it.each(['bash', 'cpp', 'css', 'html', 'markdown', 'php', 'ruby', 'rust', 'yaml'] as const)(
    'are made of %s by the expressions that the page has',
    async (language) => {
      const said = await marks('a = "b" // c\n# d\n-- [e](f)\n<f g="h">1</f>\n- i: 2\nj { k: l; }\n', language);
      expect(said.length).toBeGreaterThan(0);
    },
  );
});

describe('codeLanguage', () => {
  it.each([
    ['TS', 'typescript'],
    ['c++', 'cpp'],
    ['json', 'json'],
    ['svg', 'xml'],
  ] as const)('knows %s as %s', (name, language) => {
    expect(codeLanguage(name)).toBe(language);
  });

  it.each(['mermaid', 'math', 'constructor', '__proto__', '', undefined])('leaves %s plain', (name) => {
    expect(codeLanguage(name)).toBeUndefined();
  });
});
