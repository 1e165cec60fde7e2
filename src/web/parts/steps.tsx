import { CheckIcon } from '../icons/icons.tsx'
import type { ReactNode } from 'react'

/** Step of a process: done, current, ahead, or failed. */
export interface Step {
  id: string
  label: string
  state: 'done' | 'current' | 'ahead' | 'bad'
  detail?: ReactNode
}

const SAID = { done: 'done', current: 'current', ahead: 'not started', bad: 'failed' }

/** Steps of a process; those that are done are ticked. */
export const Steps = ({ label, steps }: { label: string; steps: readonly Step[] }) => (
  <ol className="steps" aria-label={label}>
    {steps.map(step => (
      <li
        key={step.id}
        className={`step-${step.state}`}
        aria-current={step.state === 'current' || step.state === 'bad' ? 'step' : undefined}
      >
        <span className="step-mark" aria-hidden="true">
          {step.state === 'done' && <CheckIcon />}
        </span>
        <span>
          {step.label}
          <span className="sr-only"> ({SAID[step.state]})</span>
          {step.detail && <span className="quiet step-detail"> {step.detail}</span>}
        </span>
      </li>
    ))}
  </ol>
)
