import { Keyboard } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { showNumber } from '../../parts/amounts.tsx'
import { ROW_KEYS, type useRowKeys } from './use-keys.ts'
import type { useRowSelection } from './use-row-selection.ts'
import './row-bar.css'

// What opens over the page is fetched when it is first opened.
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }))

/** Stands above rows that can be selected and that keys act on: what is shown or selected, what can be done, the keys. */
export const RowBar = ({
  of,
  count,
  selection,
  keys,
  does,
  status,
  children,
}: {
  /** What the rows are, as in "Keys of the queue". */
  of: string
  /** How many rows are shown. */
  count: number
  selection: ReturnType<typeof useRowSelection>
  keys: ReturnType<typeof useRowKeys>
  /** What keys do here besides what they do with all such rows. */
  does: readonly (readonly [key: string, does: string])[]
  /** How many there are, or are selected. */
  status: ReactNode
  /** What can be done with the rows that are selected, or with all. */
  children?: ReactNode
}) => (
  <>
    <div className="row-bar">
      <p role="status">{status}</p>
      {children}
      {selection.selected.length > 0 && (
        <>
          {selection.selected.length < count && (
            <button type="button" className="button button-quiet" onClick={selection.all}>
              Select all {showNumber(count)}
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={selection.none}>
            Select none
          </button>
        </>
      )}
      <button
        type="button"
        className="button button-quiet row-bar-keys"
        onClick={() => keys.setHelping(true)}
      >
        <Keyboard aria-hidden="true" />
        Keys
      </button>
    </div>
    <Suspense>
      {keys.isHelping && (
        <KeysHelp
          title={`Keys of the ${of}`}
          keys={[...ROW_KEYS, ...does]}
          isOn={keys.areOn}
          setOn={keys.setOn}
          onClose={() => keys.setHelping(false)}
        />
      )}
    </Suspense>
  </>
)
