import { Link } from 'react-router'
import { addressOf } from '#contract/nouns'
import type { AfterStep, ResultItem, ResultView } from '#contract/result'
import { DayText } from '../../parts/amounts.tsx'
import { Steps } from '../../parts/steps.tsx'

const STATES = { done: 'done', now: 'current', later: 'ahead' } as const

/** What has the same ahead of it is told together. */
const alike = (items: readonly ResultItem[]): ResultItem[][] => {
  const groups = new Map<string, ResultItem[]>()
  for (const item of items.filter(({ steps }) => steps.length > 0)) {
    const key = `${item.of} ${JSON.stringify(item.steps)}`
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups.values()]
}

/** What follows for everything that won, in order, with who is to act and by when. */
export const AfterSteps = ({ result }: { result: ResultView }) => {
  const who = (by: AfterStep['by']): string =>
    by === 'operator' ? 'the market operator' : result.isOwn ? 'you' : result.organisation.name
  return (
    <ul className="after-steps">
      {alike(result.items).map(items => {
        const [first] = items
        return (
          first && (
            <li key={first.id}>
              <h3>
                {/* Names hold commas. */}
                {items.map(item => (
                  <span key={item.id} className="after-name">
                    <Link to={addressOf(item.of, { id: item.id })}>{item.name}</Link>
                  </span>
                ))}
              </h3>
              <Steps
                label={`What follows for ${items.map(item => item.name).join('; ')}`}
                steps={first.steps.map(step => ({
                  id: step.text,
                  label: step.text,
                  state: STATES[step.state],
                  detail: (
                    <>
                      By {who(step.by)}
                      {step.day && (
                        <>
                          , {first.of === 'project' ? 'delivery at the latest from' : 'until'}{' '}
                          <DayText day={step.day} />
                        </>
                      )}
                    </>
                  ),
                }))}
              />
            </li>
          )
        )
      })}
    </ul>
  )
}
