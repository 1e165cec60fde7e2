import { useNavigate, useSearchParams } from 'react-router'
import type { QueueAct, QueueRow } from '#contract/queue'
import { PanelFrame } from '../../action/panel-frame.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Loading } from '../../parts/loading.tsx'
import { BulkForm } from './bulk-form.tsx'
import { useBulkForms } from './use-bulk-forms.ts'
import { partsOf, thingsOf } from './words.ts'

/** One act on many rows: asked once, then carried out by the server. */
export const BulkPanel = ({
  act,
  rows,
  onClose,
}: {
  act: QueueAct
  rows: readonly QueueRow[]
  onClose: () => void
}) => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const forms = useBulkForms(act, rows)
  return (
    <PanelFrame
      title={`${act.title}: ${thingsOf(partsOf(act).kind, rows.length)}`}
      isConfirmation={false}
      onClose={onClose}
    >
      {forms.data ? (
        <BulkForm
          act={act}
          rows={rows}
          forms={forms.data}
          onCancel={onClose}
          onStarted={id => {
            onClose()
            void navigate(`/queue/acts/${id}?${search}`)
          }}
        />
      ) : (
        <div className="panel-body">
          {forms.error ? (
            <Problem error={forms.error} retry={() => void forms.refetch()} />
          ) : (
            <Loading lines={5} />
          )}
        </div>
      )}
    </PanelFrame>
  )
}
