import { useSearchParams } from 'react-router'
import { discardDraft, type DraftItem, listDrafts } from '#contract/draft'
import { KEPT, lifeOf } from '#domain/retention'
import { messageOf } from '../../api-problem.ts'
import { askAgain, send, useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { Section } from '../../parts/section.tsx'
import { toast } from '../../parts/toasts.ts'

const discard = async ({ on, action }: DraftItem) => {
  try {
    await send(discardDraft, { query: { on, action } })
    toast('success', 'The draft is discarded')
  } catch (error) {
    toast('error', messageOf(error))
  }
  await askAgain(listDrafts, {})
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
          Last entered <DayText day={at} time />
        </p>
      </div>
      <div className="row">
        <button
          type="button"
          className="button button-small"
          aria-label={`Go on: ${called}`}
          onClick={() => setSearch({ action, subject: on })}
        >
          Go on
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

/** The forms that the reader has begun to fill in; nothing where there are none. */
export const OwnDrafts = () => {
  const drafts = useAnswer(listDrafts, {}).data ?? []
  if (drafts.length === 0) return null
  return (
    <Section heading="Drafts">
      <p className="quiet">
        What you have entered in forms and not sent. Only you see it. It is removed {lifeOf(KEPT.formDraft)}.
      </p>
      <ul className="sessions">
        {drafts.map(draft => (
          <DraftLine key={`${draft.on} ${draft.action}`} draft={draft} />
        ))}
      </ul>
    </Section>
  )
}
