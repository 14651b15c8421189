import { describe, expect, it } from 'vitest';
import { DANGEROUS_WORDS, dangerousWord } from './guard.js';

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
    for (const word of [...DANGEROUS_WORDS.starts, ...DANGEROUS_WORDS.words, ...DANGEROUS_WORDS.anywhere]) {
      expect(dangerousWord(word), word).toBeDefined();
      expect(dangerousWord(`x_${word.toUpperCase()}_y`), word).toBeDefined();
    }
  });

  it('is looked for in a time that is linear in a long name', () => {
    expect(dangerousWord(`${'aB'.repeat(500)}_delete`)).toBe('delete');
  });
});
