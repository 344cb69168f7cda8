import { cpus } from 'node:os';

/** Starts measuring; the returned function returns the share of all cores that was busy since, from 0 to 1. */
export function watchCpuUse(): () => number {
  const before = totals();
  return () => {
    const after = totals();
    return (after.busy - before.busy) / (after.all - before.all);
  };
}

function totals(): { busy: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const all = times.reduce((sum, { user, nice, sys, idle: free, irq }) => sum + user + nice + sys + free + irq, 0);
  return { busy: all - idle, all };
}
