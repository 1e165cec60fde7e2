import { useState } from 'react'
import type { AccessRequirement } from '#contract/account'
import { readVersion } from '#contract/system'
import { confirmClockJump, type SystemClock } from '#contract/system-clock'
import { StepUp } from '../../action/step-up.tsx'
import { isApiProblem, messageOf } from '../../api-problem.ts'
import { askAgain, send } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { toast } from '../../parts/toasts.ts'

const Jobs = ({ names }: { names: readonly string[] }) => (
  <>
    <p>These jobs wait:</p>
    <ul>
      {names.map(name => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  </>
)

/** Says which jobs wait because a clock is wrong or has jumped, and lets an administrator confirm a jump; nothing while all is well. */
export const ClockNotice = ({ clock: { jump, trouble, waiting } }: { clock: SystemClock }) => {
  const [isStepUp, setStepUp] = useState(false)
  const confirm = async (from: string) => {
    try {
      const { message } = await send(confirmClockJump, { body: { from } })
      setStepUp(false)
      toast('success', message)
    } catch (error) {
      if (isApiProblem(error) && error.reason === ('step-up' satisfies AccessRequirement)) setStepUp(true)
      else toast('error', messageOf(error))
    }
    await askAgain(readVersion, {})
  }
  if (trouble)
    return (
      <Notice tone="bad" role="alert">
        <p>{trouble}</p>
        <Jobs names={waiting} />
      </Notice>
    )
  if (!jump) return null
  return (
    <Notice tone="bad" role="alert">
      <p>
        <b>
          The clock jumped from <DayText day={jump.from} time /> to <DayText day={jump.to} time />.
        </b>{' '}
        If the database was switched off in between and the time is right, confirm it. If the time is wrong,
        set the clock of the database server: the jobs then go on by themselves.
      </p>
      <Jobs names={waiting} />
      <p>Rounds do not open or close for bids by themselves either.</p>
      {jump.confirmedBy && <p>One administrator has confirmed it. Another must, too.</p>}
      {isStepUp && <StepUp onGiven={() => void confirm(jump.from)} onCancel={() => setStepUp(false)} />}
      <button type="button" className="button" onClick={() => void confirm(jump.from)}>
        Confirm that the time is right
      </button>
    </Notice>
  )
}
