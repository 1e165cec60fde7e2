import { CheckIcon } from '../../icons/icons.tsx'
import { Link } from 'react-router'
import type { SetupStep } from '#contract/desk/home'
import { Section } from '../../parts/section.tsx'

const State = ({ step, isNext }: { step: SetupStep; isNext: boolean }) =>
  step.done ? (
    <span className="begin-done">
      <CheckIcon aria-hidden="true" />
      Done
    </span>
  ) : step.missing !== undefined ? null : (
    <Link
      className={isNext ? 'button button-primary' : 'button'}
      to={`${step.link}${step.link.includes('?') ? '&' : '?'}action=${step.action}`}
      aria-label={`Start: ${step.text}`}
    >
      Start
    </Link>
  )

/** Steps that set up a new market. */
export const GetStartedSection = ({ steps }: { steps: readonly SetupStep[] }) => {
  const next = steps.find(step => !step.done && step.missing === undefined)
  return (
    <Section heading="Get started">
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
