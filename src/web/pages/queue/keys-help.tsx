import { PanelFrame } from '../../action/panel-frame.tsx'

const KEYS = [
  ['j', 'The next row'],
  ['k', 'The row before'],
  ['x', 'Select the row, or no more'],
  ['Shift + x', 'Select all rows from the last one touched to this one'],
  ['Enter', 'Do it for this row: its form opens, and that of the next when it is done'],
  ['?', 'These keys'],
] as const

/** The keys of the queue, and their switch. */
export const KeysHelp = ({
  isOn,
  setOn,
  onClose,
}: {
  isOn: boolean
  setOn: (on: boolean) => void
  onClose: () => void
}) => (
  <PanelFrame title="Keys of the queue" isConfirmation onClose={onClose}>
    <div className="panel-body stack">
      <table className="table queue-keys">
        <caption className="sr-only">Keys of the queue</caption>
        <tbody>
          {KEYS.map(([key, does]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label className="queue-switch">
        <input type="checkbox" checked={isOn} onChange={event => setOn(event.target.checked)} />
        Single keys do this on this browser
      </label>
    </div>
  </PanelFrame>
)
