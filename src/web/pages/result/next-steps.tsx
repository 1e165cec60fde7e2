import { Link } from 'react-router'
import { pageAddress } from '#contract/nouns/nouns'
import type { FollowUpStepView, ResultItem, ResultView } from '#contract/round/result'
import { DayText } from '../../parts/values/amounts.tsx'
import { Steps } from '../../parts/steps.tsx'

const STATES = { done: 'done', now: 'current', later: 'ahead' } as const

/** Groups records that have the same steps ahead, so that these are described once. */
const alike = (items: readonly ResultItem[]): ResultItem[][] => {
  const groups = new Map<string, ResultItem[]>()
  for (const item of items.filter(({ steps }) => steps.length > 0)) {
    const key = `${item.of} ${JSON.stringify(item.steps)}`
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups.values()]
}

/** Next steps for every record that won, in order, with assignees and due dates. */
export const StepsAfterSettlement = ({ result }: { result: ResultView }) => {
  const who = (by: FollowUpStepView['by']): string =>
    by === 'operator' ? 'the market operator' : result.isOwn ? 'you' : result.organisation.name
  return (
    <ul className="after-steps">
      {alike(result.items).map(items => {
        const [first] = items
        return (
          first && (
            <li key={first.id}>
              <h3>
                {/* Names may contain commas, so they are separate items. */}
                {items.map(item => (
                  <span key={item.id} className="after-name">
                    <Link to={pageAddress(item.of, { id: item.id })}>{item.name}</Link>
                  </span>
                ))}
              </h3>
              <Steps
                label={`Next steps for ${items.map(item => item.name).join('; ')}`}
                steps={first.steps.map(step => ({
                  id: step.text,
                  label: step.text,
                  state: STATES[step.state],
                  detail: (
                    <>
                      By {who(step.by)}
                      {step.day && (
                        <>
                          , {first.of === 'project' ? 'delivery starts no later than' : 'no later than'}{' '}
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
