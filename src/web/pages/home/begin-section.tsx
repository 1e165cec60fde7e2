import { Check } from 'lucide-react'
import { Link } from 'react-router'
import type { FirstStep } from '#contract/home'
import { Section } from '../../parts/section.tsx'

const State = ({ step, isNext }: { step: FirstStep; isNext: boolean }) =>
  step.done ? (
    <span className="begin-done">
      <Check aria-hidden="true" />
      Done
    </span>
  ) : step.missing !== undefined ? null : (
    <Link
      className={isNext ? 'button button-primary' : 'button'}
      to={`${step.link}${step.link.includes('?') ? '&' : '?'}action=${step.action}`}
      aria-label={`Begin: ${step.text}`}
    >
      Begin
    </Link>
  )

/** How a market that has just been set up is begun, step by step. */
export const BeginSection = ({ steps }: { steps: readonly FirstStep[] }) => {
  const next = steps.find(step => !step.done && step.missing === undefined)
  return (
    <Section heading="Begin here">
      <ol className="begin">
        {steps.map(step => (
          <li key={step.text}>
            <span className="begin-text">
              <b>{step.text}</b>
              <span className="quiet">
                {step.detail}
                {!step.done && step.missing !== undefined && ` ${step.missing}.`}
              </span>
            </span>
            <State step={step} isNext={step === next} />
          </li>
        ))}
      </ol>
    </Section>
  )
}
