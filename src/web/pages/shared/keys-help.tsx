import { PanelFrame } from '../../action/panel-frame.tsx'
import './keys-help.css'

/** The keys of a list, each with what it does, and their switch. */
export const KeysHelp = ({
  title,
  keys,
  isOn,
  setOn,
  onClose,
}: {
  title: string
  keys: readonly (readonly [key: string, does: string])[]
  isOn: boolean
  setOn: (on: boolean) => void
  onClose: () => void
}) => (
  <PanelFrame title={title} isConfirmation onClose={onClose}>
    <div className="panel-body stack">
      <table className="table keys-help">
        <caption className="sr-only">{title}</caption>
        <tbody>
          {[...keys, ['?', 'These keys'] as const].map(([key, does]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label className="keys-switch">
        <input type="checkbox" checked={isOn} onChange={event => setOn(event.target.checked)} />
        Single keys do this on this browser
      </label>
    </div>
  </PanelFrame>
)
