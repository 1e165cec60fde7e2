import { ChevronRightIcon } from '../../icons/icons.tsx'
import { useId } from 'react'
import { updateEmailSettings, type EmailSetting, readEmailSettings } from '#contract/desk/inbox'
import type { EmailFrequency } from '#domain/text/notice'
import { messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'
import { ALL_EMAILS_LABEL, EMAIL_CHOICES, EMAIL_CHOICE_TOASTS, EMAIL_SUMMARY } from './messages.ts'

const HOWS = Object.entries(EMAIL_CHOICES) as [EmailFrequency, string][]

const choose = async (notices: readonly string[], how: EmailFrequency, what: string) => {
  try {
    await sendRequest(updateEmailSettings, { body: { notices: [...notices], how } })
    toast('success', EMAIL_CHOICE_TOASTS[how](what))
  } catch (error) {
    toast('error', messageOf(error))
  }
  await refetchAnswer(readEmailSettings, {})
}

const HowField = ({
  label,
  value,
  set,
}: {
  label: string
  /** Undefined if the settings of several differ. */
  value: EmailFrequency | undefined
  set: (how: EmailFrequency) => void
}) => {
  const id = useId()
  return (
    <div className="letters-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value ?? ''}
        onChange={event => set(event.target.value as EmailFrequency)}
      >
        {value === undefined && <option value="">Different settings below</option>}
        {HOWS.map(([how, said]) => (
          <option key={how} value={how}>
            {said}
          </option>
        ))}
      </select>
    </div>
  )
}

const Topic = ({ topic, choices }: { topic: string; choices: readonly EmailSetting[] }) => (
  <details className="letters-topic">
    <summary>
      <ChevronRightIcon aria-hidden="true" />
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

const summaryOf = (choices: readonly EmailSetting[]): string => {
  const open = choices.filter(({ obligatory }) => obligatory === null)
  const parts = [
    ...HOWS.map(([how]) => [open.filter(one => one.how === how).length, EMAIL_SUMMARY[how]] as const),
    [choices.length - open.length, EMAIL_SUMMARY.obligatory] as const,
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, text]) => text(count))
    .join(', ')
}

/** Email settings by kind of notice. Every notice is in the inbox in any case. */
export const EmailSettings = () => (
  <QueryBoundary query={useAnswer(readEmailSettings, {})}>
    {choices => {
      const open = choices.filter(({ obligatory }) => obligatory === null)
      const [first] = open
      const isAlike = open.every(({ how }) => how === first?.how)
      return (
        <div className="stack">
          <p className="prose">
            All notifications are in your inbox. You can also get them by email: at once, in one email a day,
            or not at all.
          </p>
          <HowField
            label={ALL_EMAILS_LABEL}
            value={isAlike ? first?.how : undefined}
            set={how =>
              void choose(
                open.map(({ notice }) => notice),
                how,
                ALL_EMAILS_LABEL,
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
