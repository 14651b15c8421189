import { describe, expect, it } from 'vitest';
import { NO_GUARD_EDITS } from '../../shared/policy.js';
import { DANGEROUS_WORDS, Guard } from './guard.js';

const SHIPPED = new Guard(NO_GUARD_EDITS);
const dangerousWord = (name: string): string | undefined => SHIPPED.dangerousWord(name);

describe('a name that looks dangerous', () => {
  it.each([
    ['delete', 'delete_note'],
    ['delete', 'note.delete'],
    ['delete', 'DELETE'],
    ['delete', 'deleteall'],
    ['delete', 'batchDeleteItems'],
    ['delete', 'HTTPDelete'],
    ['delete', 'items2delete'],
    ['delete', 'DeLeTe_x'],
    ['delete', 'd_e_l_e_t_e'],
    ['delete', 'de-lete-all'],
    ['delete', 'd\u200Bel\u00ADete'],
    ['delete', 'd\u0435lete'],
    ['delete', 'ԁеӏете_all'],
    ['delete', 'd3l3te'],
    ['delete', 'de1ete_user'],
    ['delete', 'deIete_user'],

    ['delete', 'ｄｅｌｅｔｅ'],
    ['delete', '𝐝𝐞𝐥𝐞𝐭𝐞'],
    ['delete', 'délété'],
    ['remove', 'removeAll'],
    ['remove', 'removes_rows'],
    ['drop', 'dropTable'],
    ['dropped', 'dropped'],
    ['drop', 'DrOp_db'],
    ['klll', 'k1ll_process'],
    ['wiping', 'wiping'],
    ['format', 'format_disk'],
    ['format', 'format_date'],
    ['rm', 'rm'],
    ['bash', 'bash'],
    ['exec', 'exec_script'],
    ['overwrite', 'overwriteFile'],
    ['loschen', 'Notiz_löschen'],
    ['删除', '删除笔记'],
    ['格式化', '把磁盘格式化'],
    ['删除', '删\u200B除'],
    ['削除', 'メモを削除'],
    ['mixed alphabets', 'fеtch_рage'],
  ])('for %s is %s', (word, name) => {
    expect(dangerousWord(name)).toBe(word);
  });

  it.each([
    'list_notes',
    'read_note',
    'add_note',
    'search',
    'get_version',
    'status',
    'trigger',
    'undelete_preview',
    'dropbox_list',
    'dropdown',
    'skills',
    'information',
    'evaluate',
    'clearance',
    'models',
    'shellfish',
    'preset',
    'заметки',
    '列出笔记',
    'メモ一覧',
    'write',
    'edit',
    'read',
    'connect_mcp',
    'read_result',
    'find_tools',
    'get-weather-2',
    'executive',
    'list_all',
    'fill_form',
    'build_file',
    '',
  ])('is not %s', (name) => {
    expect(dangerousWord(name)).toBeUndefined();
  });

  it('is every word of the list, in any case', () => {
    expect(DANGEROUS_WORDS.length).toBeGreaterThan(70);
    for (const word of DANGEROUS_WORDS) {
      expect(dangerousWord(word), word).toBeDefined();
      expect(dangerousWord(`x_${word.toUpperCase()}_y`), word).toBeDefined();
    }
  });

  it('is looked for in a time that is linear in a long name', () => {
    expect(dangerousWord(`${'aB'.repeat(500)}_delete`)).toBe('delete');
  });
});

describe('the list that the user edited', () => {
  it('also looks for words of the user, at the start of a word of the name', () => {
    const guard = new Guard({ added: ['send', 'Post-It'], removed: [] });
    expect(guard.dangerousWord('sendMail')).toBe('send');
    expect(guard.dangerousWord('mail_SENDER')).toBe('send');
    expect(guard.dangerousWord('ѕеnd_mail')).toBe('send');
    expect(guard.dangerousWord('post_it_note')).toBe('postit');
    expect(guard.dangerousWord('resend')).toBeUndefined();
    expect(guard.dangerousWord('delete_x')).toBe('delete');
  });

  it('looks for a word without spaces around it anywhere', () => {
    const guard = new Guard({ added: ['发送', '送る'], removed: [] });
    expect(guard.dangerousWord('立即发送邮件')).toBe('发送');
    expect(guard.dangerousWord('メールを送る')).toBe('送る');
    expect(guard.dangerousWord('列出邮件')).toBeUndefined();
  });

  it.each([
    ['delete', 'delete_note'],
    ['format', 'format_date'],
    ['删除', '删除笔记'],
  ])('no longer looks for %s once it was taken out', (word, name) => {
    expect(new Guard({ added: [], removed: [word] }).dangerousWord(name)).toBeUndefined();
    expect(new Guard({ added: [word], removed: [word] }).dangerousWord(name)).toBe(word);
  });

  it('finds nothing by a word that has no letters', () => {
    expect(new Guard({ added: ['--', '\u200B'], removed: [] }).dangerousWord('list_notes')).toBeUndefined();
  });
});
