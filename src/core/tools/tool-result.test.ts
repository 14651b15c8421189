import { describe, expect, it } from 'vitest';
import { errorResult, mcpErrorResult, textResult } from './tool-result.js';

describe('results of our own', () => {
  it('are text, or text with the mark of an error', () => {
    expect(textResult('a')).toEqual({ content: [{ type: 'text', text: 'a' }], isError: false });
    expect(errorResult('a').isError).toBe(true);
    expect(mcpErrorResult('notes exited')).toEqual(errorResult('MCP error: notes exited'));
  });
});
