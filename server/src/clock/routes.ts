import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { fieldProblem } from '../platform/http/problem.ts';
import { type ClockContext, ClockIsMoving, createClock } from './move-clock.ts';
import { page, policy } from './page.ts';

/** A time, a day of the business, or how far. */
const form = z.union([z.strictObject({ now: z.string() }), z.strictObject({ add: z.string() })]);

/** Moves the time of the business, to try a year of it in a minute. Open to everybody who can reach the server. */
export function clockRoutes(app: FastifyInstance, context: ClockContext): void {
  const clock = createClock(context);
  // The cabinet compares days with today's: it has to go by the same clock.
  app.addHook('onReady', async () => {
    await clock.read().catch(() => {});
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (clock.aheadSeconds() > 0) reply.header('x-clock-ahead-seconds', clock.aheadSeconds());
  });
  app.get('/dev/clock', async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return clock.read();
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page(context.zone));
  });
  app.post('/dev/clock', async ({ body }, reply) => {
    const parsed = form.safeParse(body);
    if (!parsed.success) throw fieldProblem('now', 'Введите время, например 2027-01-31T12:00:00+03:00 или 2027-01-31');
    try {
      return await clock.move((now) => targetOf(context.zone, parsed.data, now));
    } catch (error) {
      if (!(error instanceof ClockIsMoving)) throw error;
      const title = 'Часы уже переводятся';
      const detail = 'Часы уже переводятся. Дождитесь конца и повторите.';
      const problem = { status: 409, title, detail, code: 'clock_is_moving' };
      return reply.code(409).type('application/problem+json').send(problem);
    }
  });
}

function targetOf(zone: string, wanted: z.output<typeof form>, now: string): string {
  const field = 'now' in wanted ? 'now' : 'add';
  try {
    if ('add' in wanted) {
      const start = Temporal.Instant.from(now).toZonedDateTimeISO(zone);
      return start.add(Temporal.Duration.from(wanted.add)).toInstant().toString();
    }
    if (/^\d{4}-\d\d-\d\d$/.test(wanted.now))
      return Temporal.PlainDate.from(wanted.now)
        .toZonedDateTime({ timeZone: zone, plainTime: '12:00' })
        .toInstant()
        .toString();
    return Temporal.Instant.from(wanted.now).toString();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const example = field === 'now' ? '2027-01-31T12:00:00+03:00 или 2027-01-31' : 'P1M';
    throw fieldProblem(field, `Введите действительное время, например ${example}`);
  }
}
