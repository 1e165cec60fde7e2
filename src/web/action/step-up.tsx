import { sendEntry } from '../api.ts'
import { ASK_TOTP } from '../sign-in/code-asked.ts'
import { EntryForm } from '../sign-in/entry-form.tsx'
import { useEntry } from '../sign-in/use-entry.ts'

const ASKED = { code: ASK_TOTP }

/** Asks for a fresh code before what cannot be taken back; the form behind it keeps its answers and is sent again. */
export const StepUp = ({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) => {
  const entry = useEntry(ASKED, {
    send: async answers => {
      await sendEntry('/api/auth/step-up', answers)
      onGiven()
    },
  })
  return (
    <div className="panel-foot panel-guard panel-step-up" role="group" aria-label="A fresh code">
      <p>This asks for a fresh code. What you have entered is kept.</p>
      <EntryForm
        entry={entry}
        label="A fresh code"
        button="Confirm and save"
        busy="Confirming"
        waits={false}
        takesFocus
        onCancel={onCancel}
      />
    </div>
  )
}
