import { describe, expect, it } from 'vitest';
import { expandTemplate, templateVariables } from './uri-template.js';

describe('a URI template', () => {
  it('names its variables in their order, each once', () => {
    expect(templateVariables('db://{table}/{+path}{?limit,table,tags*}')).toEqual(['table', 'path', 'limit', 'tags']);
    expect(templateVariables('notes://all')).toEqual([]);
  });

  // Values and outcomes as in RFC 6570, section 3.2.
  const values = { var: 'value', hello: 'Hello World!', path: '/foo/bar', empty: '', x: '1024', y: '768' };
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{+hello}', 'Hello%20World!'],
    ['{+path}/here', '/foo/bar/here'],
    ['{path}', '%2Ffoo%2Fbar'],
    ['{x,y}', '1024,768'],
    ['{#x,hello}', '#1024,Hello%20World!'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{?x,y}', '?x=1024&y=768'],
    ['{?x,none}', '?x=1024'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{none}', ''],
  ])('%s becomes %s', (template, uri) => {
    expect(expandTemplate(template, values)).toBe(uri);
  });

  it('takes any text, also half of a character and names of the prototype', () => {
    expect(expandTemplate('a:{v}', { v: '\uD83D' })).toBe('a:%EF%BF%BD');
    expect(expandTemplate('a:{constructor}', {})).toBe('a:');
  });
});
