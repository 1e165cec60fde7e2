import { useState } from 'react'
import { cancelSolverTask, type SolverTask, type TaskPhase } from '#contract/match'
import { GapChart } from '../../charts/gap-chart.tsx'
import { messageOf } from '../../api-problem.ts'
import { send } from '../../api.ts'
import { Money } from '../../parts/amounts.tsx'
import { toast } from '../../parts/toasts.ts'
import type { WatchedTask } from './use-solver-task.ts'

const PHASES: Record<TaskPhase, string> = {
  building: 'Building the problem',
  solving: 'Finding the winners',
  pricing: 'Sharing the surplus',
  explaining: 'Explaining losses',
}

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 })

const stateText = (task: SolverTask): string =>
  task.awaitsWitness
    ? 'The match waits for a witness'
    : task.state === 'queued'
      ? 'The match waits for its turn'
      : task.phase
        ? PHASES[task.phase]
        : 'The match is running'

/** A match while it runs: its phase, what has been found, what is still possible, and the gap between them closing. */
export const MatchProgress = ({ watched: { task, points } }: { watched: WatchedTask }) => {
  const [isCancelling, setCancelling] = useState(false)
  const cancel = async () => {
    setCancelling(true)
    try {
      await send(cancelSolverTask, { params: { id: task.id } })
    } catch (error) {
      setCancelling(false)
      toast('error', messageOf(error))
    }
  }
  const share = Math.round(task.progress * 100)
  return (
    <section className="progress" aria-label="Match in progress">
      <div className="section-head">
        <h2>{stateText(task)}</h2>
        <button type="button" className="button" onClick={() => void cancel()} disabled={isCancelling}>
          {isCancelling ? 'Cancelling' : 'Cancel the match'}
        </button>
      </div>
      {task.awaitsWitness && (
        <p>
          It begins once a registered witness of the log has co-signed that bids and offers are closed, which
          takes a minute or two. If the witness is away, two of you can start it with “Match without a
          witness”.
        </p>
      )}
      <div
        className="progress-line"
        role="progressbar"
        aria-label="Progress of the match"
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${share}%` }} />
      </div>
      <ol className="phases">
        {Object.entries(PHASES).map(([phase, name]) => (
          <li key={phase} aria-current={phase === task.phase ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      <dl className="progress-figures">
        <div>
          <dt>Best surplus found</dt>
          <dd>
            <Money pounds={task.surplus} />
          </dd>
        </div>
        <div>
          <dt>Most that is still possible</dt>
          <dd>
            <Money pounds={task.bound} />
          </dd>
        </div>
        <div>
          <dt>Gap</dt>
          <dd>{task.gap === null ? '–' : task.gap === 0 ? 'Closed' : percent.format(task.gap)}</dd>
        </div>
        <div>
          <dt>Winners so far</dt>
          <dd>{task.winners ?? '–'}</dd>
        </div>
      </dl>
      <GapChart points={points} label="The gap as it closes" />
    </section>
  )
}
