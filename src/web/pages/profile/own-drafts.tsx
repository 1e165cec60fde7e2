import { useSearchParams } from 'react-router'
import { discardDraft, type DraftItem, listDrafts } from '#contract/desk/draft'
import { RETENTION_RULES, retentionText } from '#domain/disclosure/retention'
import { messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { Section } from '../../parts/section.tsx'
import { toast } from '../../parts/page/toasts.ts'

const discard = async ({ on, action }: DraftItem) => {
  try {
    await sendRequest(discardDraft, { query: { on, action } })
    toast('success', 'Draft discarded')
  } catch (error) {
    toast('error', messageOf(error))
  }
  await refetchAnswer(listDrafts, {})
}

const DraftLine = ({ draft }: { draft: DraftItem }) => {
  const [, setSearch] = useSearchParams()
  const { on, action, title, name, at } = draft
  const called = name === null ? title : `${title}, ${name}`
  return (
    <li>
      <div>
        <b>{called}</b>
        <p className="quiet small">
          Last changed <DayText day={at} time />
        </p>
      </div>
      <div className="row">
        <button
          type="button"
          className="button button-small"
          aria-label={`Continue: ${called}`}
          onClick={() => setSearch({ action, subject: on })}
        >
          Continue
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={`Discard: ${called}`}
          onClick={() => void discard(draft)}
        >
          Discard
        </button>
      </div>
    </li>
  )
}

/** Forms that the reader has begun to fill in; nothing if there are none. */
export const OwnDrafts = () => {
  const drafts = useAnswer(listDrafts, {}).data ?? []
  if (drafts.length === 0) return null
  return (
    <Section heading="Drafts">
      <p className="quiet">
        Forms that you have started but not sent. Only you can see them. We remove a draft{' '}
        {retentionText(RETENTION_RULES.formDraft)}.
      </p>
      <ul className="sessions">
        {drafts.map(draft => (
          <DraftLine key={`${draft.on} ${draft.action}`} draft={draft} />
        ))}
      </ul>
    </Section>
  )
}
