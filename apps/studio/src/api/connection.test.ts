import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionWatch } from './connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const probe = vi.fn(async () => {});
  const onBack = vi.fn();
  return { probe, onBack, watch: new ConnectionWatch({ now: () => Date.now(), probe, onBack }) };
}

test('a lost server is asked again and again, less and less often, until it answers', async () => {
  const { probe, onBack, watch } = setUp();
  probe.mockRejectedValue(new Error('down'));
  watch.lost('http://127.0.0.1');
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000);
  expect(probe).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(probe.mock.calls.length).toBeLessThan(10);
  probe.mockResolvedValue();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(watch.store.get()).toEqual({ state: 'up' });
  expect(onBack).toHaveBeenCalledTimes(1);
});

test('any answer ends the search', async () => {
  const { probe, onBack, watch } = setUp();
  watch.lost('http://127.0.0.1');
  watch.answered();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).not.toHaveBeenCalled();
  expect(onBack).toHaveBeenCalledTimes(1);
});

test('whoever is impatient asks at once', async () => {
  const { probe, watch } = setUp();
  watch.lost('http://127.0.0.1');
  await watch.retry();
  expect(probe).toHaveBeenCalledTimes(1);
  expect(watch.store.get().state).toBe('up');
});
