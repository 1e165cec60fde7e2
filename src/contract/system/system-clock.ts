import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { id, instant, nullableText } from '../kit/values.ts'

/** A jump of the database's clock: the time of the last jobs, and a time more than a day from it. */
const clockJump = z
  .object({
    from: instant,
    to: instant,
    confirmedBy: id
      .nullable()
      .meta({ description: 'First administrator who has confirmed the clock, if two must confirm it' }),
  })
  .meta({ id: 'ClockJump' })
export type ClockJump = z.infer<typeof clockJump>

/** The clocks, and the jobs that wait because a clock is wrong or has jumped. */
export const systemClock = z
  .object({
    at: instant.meta({ description: 'Time by the database clock, which decides' }),
    trouble: nullableText.meta({
      description: 'Difference of the clock of this server, as text; null if there is none',
    }),
    jump: clockJump.nullable(),
    waiting: z.array(z.string()).meta({ description: 'Names of waiting jobs' }),
  })
  .meta({ id: 'SystemClock' })
export type SystemClock = z.infer<typeof systemClock>

export const confirmClockJump = endpoint('POST /api/sysadmin/clock/confirm', {
  id: 'confirmClockJump',
  tag: 'System',
  summary: 'Confirms that the clock is right after a jump, so that waiting jobs can run',
  access: 'sysadmin',
  body: z.object({ from: instant }),
  answers: { 200: z.object({ message: z.string() }), 409: refusal },
})
