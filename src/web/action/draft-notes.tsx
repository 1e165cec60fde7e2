import { type Instant, showDay } from '@credit-market/values/dates'
import { Notice } from '../parts/page/notice.tsx'
import {
  ANSWERS_FROM_DRAFT_TEXT,
  chooseAgainText,
  DRAFT_OUTDATED_TEXT,
  draftNotSavedText,
  draftHeadingText,
  draftSavedText,
  SAVING_DRAFT_TEXT,
} from './messages.ts'
import './draft-notes.css'
import type { OpenActionForm } from './questions/use-action.ts'

const timeOf = (at: Instant): string =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Button that discards the draft, so that the form starts again. */
const Discard = ({
  draft,
  className,
  onReload,
}: Pick<OpenActionForm, 'draft'> & { className: string; onReload: () => void }) => (
  <button type="button" className={className} onClick={() => void draft.discard().then(onReload, onReload)}>
    Discard the draft
  </button>
)

/** Notes above the fields of a form with a draft: that it is a draft, and what has changed since. */
export const DraftNotes = ({ form, onReload }: { form: OpenActionForm; onReload: () => void }) => {
  const { begun, draft, fields } = form
  const kept = form.form.draft
  const missing = Object.entries(begun.files).filter(([name]) => !form.answers[name])
  return (
    <>
      {begun.isDraft && (
        <Notice>
          <p>
            <b>{kept ? draftHeadingText(showDay(kept.at), timeOf(kept.at)) : 'Draft.'}</b>{' '}
            {ANSWERS_FROM_DRAFT_TEXT}
          </p>
          {kept?.isOutdated && <p>{DRAFT_OUTDATED_TEXT}</p>}
          {missing.map(([name, file]) => (
            <p key={name}>{chooseAgainText(file, fields[name]?.label ?? name)}</p>
          ))}
          <Discard draft={draft} className="button button-small" onReload={onReload} />
        </Notice>
      )}
      {draft.state.kind === 'elsewhere' && (
        <Notice tone="warn" role="alert">
          <p>{draft.state.message}.</p>
          <div className="row">
            <button type="button" className="button button-small" onClick={draft.insist}>
              Keep the answers here
            </button>
            <button type="button" className="button button-small" onClick={onReload}>
              Use the other answers
            </button>
          </div>
        </Notice>
      )}
    </>
  )
}

const wordsOf = ({ draft: { state, isThere } }: OpenActionForm): string | null => {
  if (state.kind === 'failed') return draftNotSavedText(state.message)
  if (!isThere) return null
  if (state.kind === 'kept') return draftSavedText(timeOf(state.at))
  return state.kind === 'elsewhere' ? null : SAVING_DRAFT_TEXT
}

/** State of the draft in a few words at the end of the form, with the button that discards it. */
export const DraftStatus = ({ form, onReload }: { form: OpenActionForm; onReload: () => void }) => {
  const { draft, begun } = form
  const words = form.stage === 'asking' ? wordsOf(form) : null
  // If the form started from a draft, the note at the top has the button.
  const isToDiscard = words !== null && draft.isThere && draft.state.kind === 'kept' && !begun.isDraft
  // Announced to screen readers only if something fails: announcing every success would interrupt typing.
  return (
    <>
      <span className="draft-status" role="status" aria-live={draft.isSafe ? 'off' : 'polite'}>
        {words}
      </span>
      {isToDiscard && <Discard draft={draft} className="link-button" onReload={onReload} />}
    </>
  )
}
