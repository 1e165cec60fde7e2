import { KeyboardIcon } from '../../icons/icons.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { showNumber } from '../../parts/values/amounts.tsx'
import { ROW_SHORTCUTS, type useRowShortcuts } from './use-keys.ts'
import type { useRowSelection } from './use-row-selection.ts'
import './row-bar.css'

// Dialogs over the page are loaded when they are first opened.
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).ShortcutsHelp }))

/**
 * Bar above rows that can be selected and have keyboard shortcuts: number shown or selected, actions, and
 * help for the shortcuts.
 */
export const SelectionBar = ({
  count,
  selection,
  keys,
  does,
  status,
  children,
}: {
  /** Number of rows shown. */
  count: number
  selection: ReturnType<typeof useRowSelection>
  keys: ReturnType<typeof useRowShortcuts>
  /** Shortcuts of this list, besides those of all lists. */
  does: readonly (readonly [key: string, does: string])[]
  /** Number of rows in total, or selected. */
  status: ReactNode
  /** Actions on the selected rows, or on all. */
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
        <KeyboardIcon aria-hidden="true" />
        Shortcuts
      </button>
    </div>
    <Suspense>
      {keys.isHelping && (
        <KeysHelp
          title="Keyboard shortcuts"
          keys={[...ROW_SHORTCUTS, ...does]}
          isOn={keys.areOn}
          setOn={keys.setOn}
          onClose={() => keys.setHelping(false)}
        />
      )}
    </Suspense>
  </>
)
