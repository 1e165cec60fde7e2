import { PanelFrame } from '../../action/panel-frame.tsx'
import './keys-help.css'

/** Keyboard shortcuts of a list, with the switch that turns them on and off. */
export const ShortcutsHelp = ({
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
          {[...keys, ['?', 'Show these shortcuts'] as const].map(([key, does]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label className="tick-line">
        <input type="checkbox" checked={isOn} onChange={event => setOn(event.target.checked)} />
        Use single-key shortcuts in this browser
      </label>
    </div>
  </PanelFrame>
)
