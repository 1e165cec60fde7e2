import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { chooseNotices, type NoticeChoice, readNoticeChoices } from '#contract/inbox'
import type { How } from '#domain/notice'
import { messageOf } from '../../api-problem.ts'
import { askAgain, send, useAnswer } from '../../api.ts'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { toast } from '../../parts/toasts.ts'

const LABELS: Record<How, string> = { atOnce: 'At once', daily: 'Once a day', none: 'None' }
const HOWS = Object.entries(LABELS) as [How, string][]

const choose = async (notices: readonly string[], how: How, what: string) => {
  try {
    await send(chooseNotices, { body: { notices: [...notices], how } })
    toast('success', `${what}: ${LABELS[how].toLowerCase()}`)
  } catch (error) {
    toast('error', messageOf(error))
  }
  await askAgain(readNoticeChoices, {})
}

const HowField = ({
  label,
  value,
  set,
}: {
  label: string
  /** Undefined where several are chosen differently. */
  value: How | undefined
  set: (how: How) => void
}) => {
  const id = useId()
  return (
    <div className="letters-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value ?? ''}
        onChange={event => set(event.target.value as How)}
      >
        {value === undefined && <option value="">As chosen below</option>}
        {HOWS.map(([how, said]) => (
          <option key={how} value={how}>
            {said}
          </option>
        ))}
      </select>
    </div>
  )
}

const Topic = ({ topic, choices }: { topic: string; choices: readonly NoticeChoice[] }) => (
  <details className="letters-topic">
    <summary>
      <ChevronRight aria-hidden="true" />
      {topic}
      <span className="quiet">{summaryOf(choices)}</span>
    </summary>
    <ul>
      {choices.map(({ notice, title, how, obligatory }) => (
        <li key={notice}>
          {obligatory === null ? (
            <HowField label={title} value={how} set={next => void choose([notice], next, title)} />
          ) : (
            <div className="letters-choice">
              <span>
                {title}
                <span className="quiet">{obligatory}.</span>
              </span>
              <b>Always sent</b>
            </div>
          )}
        </li>
      ))}
    </ul>
  </details>
)

const summaryOf = (choices: readonly NoticeChoice[]): string => {
  const open = choices.filter(({ obligatory }) => obligatory === null)
  const parts = [
    ...HOWS.map(([how, said]) => [open.filter(one => one.how === how).length, said.toLowerCase()] as const),
    [choices.length - open.length, 'always sent'] as const,
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}

/** Of which notices letters come, and how: everything is in the inbox in any case. */
export const OwnLetters = () => (
  <QueryBoundary query={useAnswer(readNoticeChoices, {})}>
    {choices => {
      const open = choices.filter(({ obligatory }) => obligatory === null)
      const [first] = open
      const isAlike = open.every(({ how }) => how === first?.how)
      return (
        <div className="stack">
          <p className="prose">
            Everything you are told is in your inbox. Letters tell it by e-mail besides: at once, gathered in
            one letter a day, or not at all.
          </p>
          <HowField
            label="All that can be chosen"
            value={isAlike ? first?.how : undefined}
            set={how =>
              void choose(
                open.map(({ notice }) => notice),
                how,
                'All that can be chosen',
              )
            }
          />
          <div>
            {[...new Set(choices.map(({ topic }) => topic))].map(topic => (
              <Topic key={topic} topic={topic} choices={choices.filter(one => one.topic === topic)} />
            ))}
          </div>
        </div>
      )
    }}
  </QueryBoundary>
)
