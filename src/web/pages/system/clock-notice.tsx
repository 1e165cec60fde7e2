import { useState } from 'react'
import type { AccessRequirement } from '#contract/people/account'
import { readVersion } from '#contract/system/system'
import { confirmClockJump, type SystemClock } from '#contract/system/system-clock'
import { StepUp } from '../../action/step-up.tsx'
import { isApiProblem, messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { toast } from '../../parts/page/toasts.ts'

const Jobs = ({ names }: { names: readonly string[] }) => (
  <>
    <p>These jobs are waiting:</p>
    <ul>
      {names.map(name => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  </>
)

/**
 * Shows which jobs wait because a clock is wrong or has jumped, and lets an administrator confirm a jump;
 * nothing if the clock is right.
 */
export const ClockNotice = ({ clock: { jump, trouble, waiting } }: { clock: SystemClock }) => {
  const [isStepUp, setStepUp] = useState(false)
  const confirm = async (from: string) => {
    try {
      const { message } = await sendRequest(confirmClockJump, { body: { from } })
      setStepUp(false)
      toast('success', message)
    } catch (error) {
      if (isApiProblem(error) && error.reason === ('step-up' satisfies AccessRequirement)) setStepUp(true)
      else toast('error', messageOf(error))
    }
    await refetchAnswer(readVersion, {})
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
        If the database was switched off between these times, and the later time is right, confirm the time.
        If the time is wrong, correct the clock of the database server: the jobs then continue automatically.
      </p>
      <Jobs names={waiting} />
      <p>Until the time is confirmed or corrected, rounds do not open or close for bids automatically.</p>
      {jump.confirmedBy && <p>One administrator has confirmed the time. A second one must confirm it too.</p>}
      {isStepUp && <StepUp onGiven={() => void confirm(jump.from)} onCancel={() => setStepUp(false)} />}
      <button type="button" className="button" onClick={() => void confirm(jump.from)}>
        Confirm that the time is right
      </button>
    </Notice>
  )
}
