import { Link, useSearchParams } from 'react-router'
import type { QueueAct } from '#contract/desk/queue'
import { WORK_STAGES } from '#contract/steps/step'
import { showNumber } from '../../parts/values/amounts.tsx'
import { recordCountText } from '../../parts/messages.ts'
import { splitActId, stageLabel } from './words.ts'

/** Stages of the queue with the number of rows waiting at each, and the acts of the current stage. */
export const StageNav = ({ acts, shown }: { acts: readonly QueueAct[]; shown: QueueAct | undefined }) => {
  const [search] = useSearchParams()
  const addressOf = (act: QueueAct) => {
    const words = new URLSearchParams(search)
    words.set('act', act.id)
    return `/queue?${words}`
  }
  const stages = WORK_STAGES.map(id => {
    const here = acts.filter(act => act.stage === id)
    return {
      id,
      first: here.find(({ count }) => count > 0) ?? here[0],
      count: here.reduce((sum, act) => sum + act.count, 0),
    }
  })
  const siblings = acts.filter(act => act.stage === shown?.stage)
  return (
    <nav aria-label="Stages" className="queue-nav">
      <ol className="queue-stages">
        {stages.map(({ id, first, count }) => (
          <li key={id}>
            {first && (
              <Link
                to={addressOf(first)}
                className={count === 0 ? 'queue-stage is-empty' : 'queue-stage'}
                aria-current={shown?.stage === id ? 'step' : undefined}
              >
                <span>{stageLabel(id)}</span>
                <b className="num">{showNumber(count)}</b>
              </Link>
            )}
          </li>
        ))}
      </ol>
      {siblings.length > 1 && (
        <ul
          className="queue-acts"
          aria-label={shown ? `Actions at the stage ${stageLabel(shown.stage)}` : 'Actions'}
        >
          {siblings.map(act => (
            <li key={act.id}>
              <Link to={addressOf(act)} aria-current={act.id === shown?.id ? 'true' : undefined}>
                {act.title}
                <span className="quiet">{recordCountText(act.count, splitActId(act).kind)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
