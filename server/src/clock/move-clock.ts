import type { Database } from '../platform/db/database.ts';
import { fieldProblem } from '../platform/http/problem.ts';
import { addDays, type Day, dayIn, startOfDayIn } from '../services/subscriptions/periods.ts';
import { type Clock, countDone, type Done, readClock, updateClock, withClockLock } from './clock-store.ts';

export interface ClockContext {
  db: Database;
  /** Of the business: days begin by it. */
  zone: string;
  runDue: () => Promise<void>;
  /** Works out what is needed at the target alone. */
  finish: () => Promise<void>;
}

export interface ClockState extends Clock {
  /** Null while the clock only ticks. */
  moving: { from: string; to: string } | null;
}

export interface MovedClock extends Clock {
  done: Done;
}

export class ClockIsMoving extends Error {}

const maxYears = 3;

export function createClock(context: ClockContext) {
  const { db, zone } = context;
  let moving: ClockState['moving'] = null;
  let aheadSeconds = 0;
  const read = async () => {
    const clock = await readClock(db);
    aheadSeconds = clock.offsetSeconds;
    return clock;
  };
  const move = async (targetAfter: (now: string) => string): Promise<MovedClock> => {
    const before = await readClock(db);
    const to = targetAfter(before.now);
    requireForward(zone, before.now, to);
    moving = { from: before.now, to };
    for (const instant of stepsTo(zone, before.now, to)) {
      await db.transaction((tx) => updateClock(tx, instant));
      await read();
      await context.runDue();
    }
    await context.finish();
    return { ...(await read()), done: await countDone(db, before) };
  };
  let isBusy = false;
  return {
    read: async (): Promise<ClockState> => ({ ...(await read()), moving }),
    /** As it was last read by this process. */
    aheadSeconds: () => aheadSeconds,
    /** Throws ClockIsMoving while another call moves it. */
    move: async (targetAfter: (now: string) => string): Promise<MovedClock> => {
      if (isBusy) throw new ClockIsMoving();
      isBusy = true;
      try {
        const moved = await withClockLock(db, () => move(targetAfter));
        if (!moved) throw new ClockIsMoving();
        return moved;
      } finally {
        isBusy = false;
        moving = null;
      }
    },
  };
}

function requireForward(zone: string, now: string, to: string): void {
  const [start, end] = [Temporal.Instant.from(now), Temporal.Instant.from(to)];
  if (Temporal.Instant.compare(end, start) <= 0)
    throw fieldProblem('now', `Часы переводятся только вперёд. Сейчас ${now}: введите время позже`);
  const last = start.toZonedDateTimeISO(zone).add({ years: maxYears }).toInstant();
  if (Temporal.Instant.compare(end, last) > 0)
    throw fieldProblem('now', `За один раз часы переводятся не больше чем на ${maxYears} года вперёд`);
}

/** Documents of a day are made an hour after its end. */
const afterMidnight = { minutes: 65 };

/** A moment of each day, so that everything happens on its own, and the target. */
function stepsTo(zone: string, now: string, to: string): string[] {
  const end = Temporal.Instant.from(to);
  const steps: string[] = [];
  const momentOf = (day: Day) => Temporal.Instant.from(startOfDayIn(zone, day)).add(afterMidnight);
  for (let day = dayIn(zone, now); ; day = addDays(day, 1)) {
    const moment = momentOf(day);
    if (Temporal.Instant.compare(moment, end) >= 0) break;
    if (Temporal.Instant.compare(moment, Temporal.Instant.from(now)) > 0) steps.push(moment.toString());
  }
  return [...steps, end.toString()];
}
