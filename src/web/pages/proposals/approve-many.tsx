import { useId, useRef, useState } from 'react'
import { startBulkAct } from '#contract/desk/bulk'
import type { AccessRequirement } from '#contract/people/account'
import type { ProposalRow } from '#contract/desk/proposal'
import { PanelFrame } from '../../action/panel-frame.tsx'
import { StepUp } from '../../action/step-up.tsx'
import { isApiProblem, messageOf } from '../../api/api-problem.ts'
import { sendRequest } from '../../api/api.ts'
import { Notice } from '../../parts/page/notice.tsx'
import { approveTitle } from './messages.ts'

/**
 * Approves several proposals at once, each in its own transaction. Those that are no longer possible are
 * reported afterwards.
 */
export const BulkApproval = ({
  rows,
  onClose,
  onStarted,
}: {
  rows: readonly ProposalRow[]
  onClose: () => void
  onStarted: (id: string) => void
}) => {
  const noteId = useId()
  const key = useRef(crypto.randomUUID())
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; needsCode: boolean } | null>(null)
  const start = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { id } = await sendRequest(startBulkAct, {
        body: {
          ...{ key: key.current, kind: 'proposal', action: 'Approve' },
          values: note.trim() === '' ? {} : { note: note.trim() },
          items: rows.map(({ id: proposalId, version }) => ({ id: proposalId, version })),
        },
      })
      onStarted(id)
    } catch (error) {
      const needsCode = isApiProblem(error) && error.reason === ('step-up' satisfies AccessRequirement)
      setFailure({ message: messageOf(error), needsCode })
      setBusy(false)
    }
  }
  return (
    <PanelFrame title={approveTitle(rows.length)} isConfirmation={false} onClose={onClose}>
      <form
        className="panel-form"
        onSubmit={event => {
          event.preventDefault()
          if (!isBusy) void start()
        }}
      >
        <div className="panel-body">
          <div className="form">
            {failure && !failure.needsCode && (
              <Notice tone="bad" role="alert">
                <p>{failure.message}</p>
              </Notice>
            )}
            <p>
              Each action happens straight away, exactly as proposed. If the facts have changed since it was
              proposed, it does not happen and we show you why.
            </p>
            <ul>
              {rows.map(({ id, name, reason, proposedBy }) => (
                <li key={id}>
                  {name}{' '}
                  <span className="quiet">
                    ({proposedBy}: {reason})
                  </span>
                </li>
              ))}
            </ul>
            <div className="field">
              <div className="field-label">
                <label htmlFor={noteId}>Note</label>
                <span className="field-optional">optional</span>
              </div>
              <textarea
                id={noteId}
                className="input"
                rows={3}
                maxLength={2000}
                value={note}
                onChange={event => {
                  key.current = crypto.randomUUID()
                  setNote(event.target.value)
                }}
              />
            </div>
          </div>
        </div>
        <div className="panel-foot">
          <button type="submit" className="button button-primary" aria-disabled={isBusy}>
            {isBusy ? 'Approving' : `Approve ${rows.length}`}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
      {failure?.needsCode && <StepUp onGiven={() => void start()} onCancel={() => setFailure(null)} />}
    </PanelFrame>
  )
}
