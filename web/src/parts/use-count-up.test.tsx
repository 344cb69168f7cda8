// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '../../tests/render.tsx';
import { useCountUp } from './use-count-up.ts';

let frames: FrameRequestCallback[];
let isMotionUnwanted: boolean;

beforeEach(() => {
  frames = [];
  isMotionUnwanted = false;
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames[id - 1] = () => {};
  });
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionUnwanted }));
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Amount({ value }: { value: number }) {
  return <output>{useCountUp(value)}</output>;
}

const shown = () => Number(document.querySelector('output')?.textContent);

/** Draws the frames that were asked for, at this time of the animation. */
const drawAt = (ms: number) =>
  act(async () => {
    for (const draw of frames.splice(0)) draw(ms);
  });

async function showThen(first: number, next: number): Promise<void> {
  const show = await render(<Amount value={first} />);
  await show(<Amount value={next} />);
}

test('a balance that grew counts up, never past the new amount, and ends exactly on it', async () => {
  await showThen(1000, 5001);
  const seen: number[] = [shown()];
  for (const ms of [100, 350, 600, 700]) {
    await drawAt(ms);
    seen.push(shown());
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set(seen).size).toBe(5);
  expect([seen[0], seen.at(-1), frames.length]).toEqual([1000, 5001, 0]);
});

test('a balance that fell is shown at once', async () => {
  await showThen(5001, 1000);
  expect([shown(), frames.length]).toEqual([1000, 0]);
});

test('whoever asked for less motion sees a grown balance at once', async () => {
  isMotionUnwanted = true;
  await showThen(1000, 5001);
  expect([shown(), frames.length]).toEqual([5001, 0]);
});

test('a balance that changes while it counts ends on the newest amount', async () => {
  const show = await render(<Amount value={0} />);
  await show(<Amount value={100} />);
  await drawAt(350);
  await show(<Amount value={900} />);
  await drawAt(700);
  expect(shown()).toBe(900);
});
