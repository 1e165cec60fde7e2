import { Link, useSearchParams } from 'react-router'
import type { QueueAct } from '#contract/queue'
import { STAGES } from '#contract/steps/step'
import { showNumber } from '../../parts/amounts.tsx'
import { partsOf, stageLabel, thingsOf } from './words.ts'

/** The stages of the queue with how much waits at each, and the acts of the one that is shown. */
export const StageNav = ({ acts, shown }: { acts: readonly QueueAct[]; shown: QueueAct | undefined }) => {
  const [search] = useSearchParams()
  const addressOf = (act: QueueAct) => {
    const words = new URLSearchParams(search)
    words.set('act', act.id)
    return `/queue?${words}`
  }
  const stages = STAGES.map(id => {
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
        <ul className="queue-acts" aria-label={`Acts of the stage ${shown ? stageLabel(shown.stage) : ''}`}>
          {siblings.map(act => (
            <li key={act.id}>
              <Link to={addressOf(act)} aria-current={act.id === shown?.id ? 'true' : undefined}>
                {act.title}
                <span className="quiet">{thingsOf(partsOf(act).kind, act.count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
