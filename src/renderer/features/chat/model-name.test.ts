import { expect, it } from 'vitest';
import { en } from '../../i18n/en.js';
import { nameOfModel } from './model-name.js';

it('names a model that the list does not know by its id, and says so where none is known', () => {
  const models = [{ id: 'a', name: 'Model A', practice: false }];
  expect(nameOfModel('a', models, en)).toBe('Model A');
  expect(nameOfModel('llama3', models, en)).toBe('llama3');
  expect(nameOfModel('', models, en)).toBe('No model known');
});
