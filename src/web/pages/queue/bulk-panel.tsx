import type { Answers } from '#actions/kit/action'
import type { BulkActChoice, BulkSubject } from '#contract/desk/queue'
import { PanelFrame } from '../../action/panel-frame.tsx'
import { LoadingError, LoadingPlaceholder } from '../../parts/page/query-boundary.tsx'
import { BulkForm } from './bulk-form.tsx'
import { useBulkForms } from './use-bulk-forms.ts'
import { recordCountText } from '../../parts/messages.ts'
import { splitActId } from './words.ts'

const NOTHING_KNOWN: Answers = {}

/** One act on many rows: filled in once, then carried out by the server. */
export const BulkPanel = ({
  act,
  rows,
  known = NOTHING_KNOWN,
  onClose,
  onStarted,
}: {
  act: BulkActChoice
  rows: readonly BulkSubject[]
  /** Answers with which the form begins. */
  known?: Answers | undefined
  onClose: () => void
  /** Opens the page of the started bulk action. */
  onStarted: (id: string) => void
}) => {
  const forms = useBulkForms(act, rows)
  return (
    <PanelFrame
      title={`${act.title}: ${recordCountText(rows.length, splitActId(act).kind)}`}
      isConfirmation={false}
      onClose={onClose}
    >
      {forms.data ? (
        <BulkForm
          act={act}
          rows={rows}
          forms={forms.data}
          known={known}
          onCancel={onClose}
          onStarted={id => {
            onClose()
            onStarted(id)
          }}
        />
      ) : (
        <div className="panel-body">
          {forms.error ? (
            <LoadingError error={forms.error} retry={() => void forms.refetch()} />
          ) : (
            <LoadingPlaceholder lines={5} />
          )}
        </div>
      )}
    </PanelFrame>
  )
}
