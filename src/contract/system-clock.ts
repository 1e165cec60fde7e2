import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { refusal } from './resource.ts'
import { id, instant, maybeText } from './values.ts'

/** How the database's clock went from the time at which jobs were last done to one more than a day from it. */
const clockJump = z
  .object({
    from: instant,
    to: instant,
    confirmedBy: id.nullable().meta({ description: 'Which administrator has confirmed it, where two must' }),
  })
  .meta({ id: 'ClockJump' })
export type ClockJump = z.infer<typeof clockJump>

/** The clocks, and the jobs that wait because one of them is wrong or has jumped. */
export const systemClock = z
  .object({
    at: instant.meta({ description: 'By the clock of the database, which decides' }),
    trouble: maybeText.meta({ description: 'In what the clock of this server differs' }),
    jump: clockJump.nullable(),
    waiting: z.array(z.string()).meta({ description: 'The jobs that wait' }),
  })
  .meta({ id: 'SystemClock' })
export type SystemClock = z.infer<typeof systemClock>

export const confirmClockJump = endpoint('POST /api/sysadmin/clock/confirm', {
  id: 'confirmClockJump',
  tag: 'System',
  summary: 'Confirms that the clock is right after a jump, so that the jobs that wait may run',
  access: 'sysadmin',
  body: z.object({ from: instant }),
  answers: { 200: z.object({ message: z.string() }), 409: refusal },
})
