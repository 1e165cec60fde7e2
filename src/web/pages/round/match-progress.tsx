import { useState } from 'react'
import { cancelSolverTask, type SolverTask, type TaskPhase } from '#contract/round/match'
import { englishNumberFormat } from '@credit-market/values/formats'
import { GapChart } from '../../charts/gap-chart.tsx'
import { messageOf } from '../../api/api-problem.ts'
import { sendRequest } from '../../api/api.ts'
import { Money } from '../../parts/values/amounts.tsx'
import { toast } from '../../parts/page/toasts.ts'
import type { WatchedTask } from './use-solver-task.ts'

const PHASES: Record<TaskPhase, string> = {
  building: 'Building the problem',
  solving: 'Finding the winners',
  pricing: 'Sharing the surplus',
  explaining: 'Explaining what did not win',
}

const percent = englishNumberFormat({ style: 'percent', maximumFractionDigits: 2 })

const stateText = (task: SolverTask): string =>
  task.awaitsWitness
    ? 'Waiting for a witness'
    : task.state === 'queued'
      ? 'Waiting to start'
      : task.phase
        ? PHASES[task.phase]
        : 'The match is running'

/**
 * Progress of a running match: its phase, the best value found, the upper bound, and the closing gap between
 * them.
 */
export const MatchProgress = ({ watched: { task, points } }: { watched: WatchedTask }) => {
  const [isCancelling, setCancelling] = useState(false)
  const cancel = async () => {
    setCancelling(true)
    try {
      await sendRequest(cancelSolverTask, { params: { id: task.id } })
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
          The match starts when a registered witness of the public log has confirmed that bids and offers are
          closed. This takes a minute or two. If no witness is available, two people can start the match with
          “Match without a witness”.
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
      <dl className="counts progress-figures">
        <div>
          <dt>Best surplus found</dt>
          <dd>
            <Money pounds={task.surplus} />
          </dd>
        </div>
        <div>
          <dt>Best still possible</dt>
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
      <GapChart points={points} label="Gap over time" />
    </section>
  )
}
