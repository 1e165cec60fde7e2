import { type Instant, showDay } from '#domain/dates'
import { Notice } from '../parts/notice.tsx'
import './draft-notes.css'
import type { OpenForm } from './use-action.ts'

const timeOf = (at: Instant): string =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Forgets what was entered: the form begins anew. */
const Discard = ({
  draft,
  className,
  onReload,
}: Pick<OpenForm, 'draft'> & { className: string; onReload: () => void }) => (
  <button type="button" className={className} onClick={() => void draft.discard().then(onReload, onReload)}>
    Discard the draft
  </button>
)

/** What there is to know of the draft of a form before its questions: that it is one, and what about it is not as it was left. */
export const DraftNotes = ({ form, onReload }: { form: OpenForm; onReload: () => void }) => {
  const { begun, draft, fields } = form
  const kept = form.form.draft
  const missing = Object.entries(begun.files).filter(([name]) => !form.answers[name])
  return (
    <>
      {begun.isDraft && (
        <Notice>
          <p>
            <b>Draft{kept && ` of ${showDay(kept.at)}, ${timeOf(kept.at)}`}.</b> These are the answers you had
            entered. Nothing has been sent; only you see them.
          </p>
          {kept?.isOutdated && (
            <p>
              What this form is about has changed since. Where you had answered, your answer stands: look them
              over.
            </p>
          )}
          {missing.map(([name, file]) => (
            <p key={name}>
              Choose {file} again ({fields[name]?.label ?? name}): a file is not part of a draft until it has
              been sent.
            </p>
          ))}
          <Discard draft={draft} className="button button-small" onReload={onReload} />
        </Notice>
      )}
      {draft.state.kind === 'elsewhere' && (
        <Notice tone="warn" role="alert">
          <p>{draft.state.message}.</p>
          <div className="row">
            <button type="button" className="button button-small" onClick={draft.insist}>
              Keep what is here
            </button>
            <button type="button" className="button button-small" onClick={onReload}>
              Take what was entered there
            </button>
          </div>
        </Notice>
      )}
    </>
  )
}

const wordsOf = ({ draft: { state, isThere } }: OpenForm): string | null => {
  if (state.kind === 'failed') return `Not kept as a draft: ${state.message}`
  if (!isThere) return null
  if (state.kind === 'kept') return `Draft kept, ${timeOf(state.at)}`
  return state.kind === 'elsewhere' ? null : 'Keeping a draft'
}

/** Whether what was entered is kept, in a few words at the end of the form, and how to forget it. */
export const DraftStatus = ({ form, onReload }: { form: OpenForm; onReload: () => void }) => {
  const { draft, begun } = form
  const words = form.stage === 'asking' ? wordsOf(form) : null
  // Where the form began with a draft, its note at the top offers that.
  const isToDiscard = words !== null && draft.isThere && draft.state.kind === 'kept' && !begun.isDraft
  // Told as it changes only where something is wrong: saying every time that all is well would talk over whoever types.
  return (
    <>
      <span className="draft-status" role="status" aria-live={draft.isSafe ? 'off' : 'polite'}>
        {words}
      </span>
      {isToDiscard && <Discard draft={draft} className="link-button" onReload={onReload} />}
    </>
  )
}
