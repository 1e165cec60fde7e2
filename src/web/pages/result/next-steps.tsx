import { Link } from 'react-router'
import { addressOf } from '#contract/nouns'
import type { AfterStep, ResultView } from '#contract/result'
import { DayText } from '../../parts/amounts.tsx'
import { Steps } from '../../parts/steps.tsx'

const STATES = { done: 'done', now: 'current', later: 'ahead' } as const

/** What follows for everything that won, in order, with who is to act and by when. */
export const AfterSteps = ({ result }: { result: ResultView }) => {
  const who = (by: AfterStep['by']): string =>
    by === 'operator' ? 'the market operator' : result.isOwn ? 'you' : result.organisation.name
  return (
    <ul className="after-steps">
      {result.items
        .filter(item => item.steps.length > 0)
        .map(item => (
          <li key={item.id}>
            <h3>
              <Link to={addressOf(item.of, { id: item.id })}>{item.name}</Link>
            </h3>
            <Steps
              label={`What follows for ${item.name}`}
              steps={item.steps.map(step => ({
                id: step.text,
                label: step.text,
                state: STATES[step.state],
                detail: (
                  <>
                    By {who(step.by)}
                    {step.day && (
                      <>
                        , {item.of === 'project' ? 'delivery at the latest from' : 'until'}{' '}
                        <DayText day={step.day} />
                      </>
                    )}
                  </>
                ),
              }))}
            />
          </li>
        ))}
    </ul>
  )
}
