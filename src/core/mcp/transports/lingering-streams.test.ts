import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LingeringStreams } from './lingering-streams.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a stream that brought its answer and stays open', () => {
  it('is left after five seconds, each in its own time', () => {
    const left: string[] = [];
    const streams = new LingeringStreams();
    streams.add(() => void left.push('first'));
    vi.advanceTimersByTime(3_000);
    streams.add(() => void left.push('second'));
    vi.advanceTimersByTime(1_999);
    expect(left).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(left).toEqual(['first']);
    vi.advanceTimersByTime(2_999);
    expect(left).toEqual(['first']);
    vi.advanceTimersByTime(1);
    expect(left).toEqual(['first', 'second']);
  });

  it('is not left once it ended by itself, and one that comes after all had ended is', () => {
    const left: string[] = [];
    const streams = new LingeringStreams();
    const ended = (): void => void left.push('ended');
    streams.add(ended);
    streams.delete(ended);
    vi.advanceTimersByTime(60_000);
    streams.add(() => void left.push('late'));
    vi.advanceTimersByTime(5_000);
    expect(left).toEqual(['late']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
